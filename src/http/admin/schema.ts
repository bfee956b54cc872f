import { GraphQLObjectType, GraphQLSchema } from 'graphql'
import { accountChanges, accountQuery, accountsQuery } from './accounts.ts'
import type { AdminContext } from './describe.ts'
import { fleetQueries } from './fleet.ts'
import { priceChange, pricesQuery } from './prices.ts'

/** The operator's own schema; callers have another one, in which none of these words stands. */
export const adminSchema = new GraphQLSchema({
  description: 'The fleet behind the service, its accounts and its prices, for the operator.',
  query: new GraphQLObjectType<unknown, AdminContext>({
    name: 'Query',
    description: 'Reads.',
    fields: { ...fleetQueries, account: accountQuery, accounts: accountsQuery, priceList: pricesQuery },
  }),
  mutation: new GraphQLObjectType<unknown, AdminContext>({
    name: 'Mutation',
    description:
      'What the operator sets. Money of accounts is moved by the command alone: `npm run admin -- account topup`.',
    fields: { ...accountChanges, priceListUpdate: priceChange },
  }),
})
