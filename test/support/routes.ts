import type { Route } from '../../src/http/rest/route.ts'
import { ROUTES } from '../../src/http/rest/routes.ts'

/** Each route by its method and path, such as `GET /v1/videos/:id`. */
export const BY_NAME: ReadonlyMap<string, Route> = new Map(
  ROUTES.map((route) => [`${route.method} ${route.path}`, route]),
)

/** The path of a route, with the id that its prefix names. */
export function pathOf({ path, serving }: Route, ids: Readonly<Record<string, string>>): string {
  return path.replace(':id', ids[serving?.id?.prefix ?? ''] ?? 'any').replace(':name', 'page.css')
}

/** The first example of a route's JSON body. */
export function exampleOf({ serving }: Route): object | undefined {
  const json = serving?.body?.content.find(({ type }) => type === 'application/json')
  return Object.values(json?.examples ?? {}).at(0) as object | undefined
}
