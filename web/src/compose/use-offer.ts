import { useQuery } from 'urql'
import { type Mode, OfferDocument, type OfferQuery } from '../generated/graphql.ts'

export type Offer = OfferQuery['capabilities']
export type OfferedMode = Offer['modes'][number]

/** What creates may ask for now; undefined until it is read. The quote judges every create anyway. */
export function useOffer(): Offer | undefined {
  const [{ data }] = useQuery({ query: OfferDocument, requestPolicy: 'cache-and-network' })
  return data?.capabilities
}

export const modeIn = (offer: Offer | undefined, mode: Mode): OfferedMode | undefined =>
  offer?.modes.find((each) => each.mode === mode)
