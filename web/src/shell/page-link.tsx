import type { ComponentProps, MouseEvent } from 'react'
import { BASE } from '../base.ts'
import { goTo } from '../route.ts'

/** A link within the console: a real address, so that it opens in a new tab as any link does. */
export function PageLink({ href, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(href)
  }
  return <a href={BASE + href} onClick={follow} {...rest} />
}
