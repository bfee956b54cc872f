import { builder } from './builder.ts'

const AccountDefaults = builder.prismaObject('Account', {
  variant: 'AccountDefaults',
  description: 'What holds for a create that says nothing else.',
  fields: (t) => ({
    useContextIr: t.exposeBoolean('useContextIr', { description: 'Whether context IR is asked for.' }),
  }),
})

const AccountLimits = builder.prismaObject('Account', {
  variant: 'AccountLimits',
  description: 'What the account may do at a time.',
  fields: (t) => ({
    concurrency: t.exposeInt('concurrencyLimit', { description: 'Unfinished tasks at a time.' }),
    activeTasks: t.exposeInt('activeTasks', { description: 'Unfinished tasks now.' }),
    createsPerMinute: t.exposeInt('createsPerMinute', { description: 'Creates a minute for each key.' }),
    callsPerMinute: t.exposeInt('callsPerMinute', { description: 'Other calls a minute for each key.' }),
  }),
})

const Account = builder.prismaObject('Account', {
  description: 'Who the key belongs to.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the account.' }),
    name: t.exposeString('name', { description: 'Name of the account.' }),
    apiVersion: t.exposeString('apiVersion', {
      description: 'Version of REST that holds without an API-Version header.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was opened.' }),
    defaults: t.variant(AccountDefaults, { description: 'What holds for a create that says nothing else.' }),
    limits: t.variant(AccountLimits, { description: 'What the account may do at a time.' }),
  }),
})

builder.queryField('account', (t) =>
  t.prismaField({
    type: Account,
    description: 'The account of the key.',
    resolve: (query, _root, _args, { rooms, caller }) =>
      rooms.resources.prisma.account.findUniqueOrThrow({ ...query, where: { id: caller.accountId } }),
  }),
)
