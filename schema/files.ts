import type { InputShapeFromFields } from '@pothos/core'
import { countFiles, listFiles } from '../src/file/list.ts'
import { findFile } from '../src/file/read.ts'
import type { Context } from '../src/graphql-context.ts'
import { builder } from './builder.ts'
import { connectionOf, type PageOf, type Paging } from './connection.ts'
import * as enums from './enums.ts'
import { File, fileRow } from './file.ts'

builder.queryField('file', (t) =>
  t.field({
    type: File,
    nullable: true,
    description: 'A file of the account; null if it is missing, deleted or of another account.',
    args: { id: t.arg.id({ required: true, description: 'Prefixed `file_`.' }) },
    async resolve(_root, { id }, { rooms, caller }) {
      const file = await findFile(rooms.resources, caller, id)
      return file && fileRow(file)
    },
  }),
)

export const FileConnection = builder.connectionObject(
  {
    type: File,
    name: 'FileConnection',
    description: 'A page of files.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of files on all pages of the list.',
        resolve: ({ count }) => count?.() ?? 0,
      }),
    }),
  },
  { name: 'FileEdge', description: 'A file with its cursor.' },
)

export const FILE_ARGS = builder.args((t) => ({
  order: t.field({ type: enums.SortOrder, defaultValue: 'desc', description: 'Direction, newest first by default.' }),
  purpose: t.field({ type: enums.FilePurpose, description: 'Only files for this purpose.' }),
}))

/** A page of the account's files, with their number on all pages. */
export async function filesOf(
  { rooms, caller }: Context,
  { order, purpose = null, ...args }: InputShapeFromFields<typeof FILE_ARGS> & Paging,
) {
  const read = (page: PageOf) => listFiles(rooms.resources, caller, { ...page, purpose })
  const connection = await connectionOf(args, order ?? 'desc', read, fileRow)
  return { ...connection, count: () => countFiles(rooms.resources, caller, purpose) }
}

builder.queryField('files', (t) =>
  t.connection(
    {
      type: File,
      description: 'The account’s files that a create can still use, by time of upload.',
      args: FILE_ARGS,
      resolve: (_root, args, context) => filesOf(context, args),
    },
    FileConnection,
  ),
)
