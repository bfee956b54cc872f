import { ENDS } from '../src/engine-limits.ts'
import { assertScope } from '../src/key/caller.ts'
import { type Offer, type OfferedFiles, type OfferedMode, readOffer } from '../src/task/offer.ts'
import { builder } from './builder.ts'
import { Mode } from './enums.ts'

const secondsOf = (ms: number | null) => (ms === null ? null : ms / 1000)

const FileLimits = builder.objectRef<OfferedFiles>('FileLimits').implement({
  description: 'Limits of files of one kind. A limit that is null is that of an upload.',
  fields: (t) => ({
    max: t.exposeInt('max', { nullable: true, description: 'Number of files; 0 if none is accepted.' }),
    minSeconds: t.float({ nullable: true, description: 'Shortest file.', resolve: ({ minMs }) => secondsOf(minMs) }),
    maxSeconds: t.float({ nullable: true, description: 'Longest file.', resolve: ({ maxMs }) => secondsOf(maxMs) }),
    totalSeconds: t.float({
      nullable: true,
      description: 'All files together.',
      resolve: ({ totalMs }) => secondsOf(totalMs),
    }),
    maxBytes: t.exposeFloat('maxBytes', { nullable: true, description: 'Size of a file.' }),
    totalBytes: t.exposeFloat('totalBytes', { nullable: true, description: 'Size of all files together.' }),
    minSide: t.exposeInt('minSide', { nullable: true, description: 'Pixels of the shorter side.' }),
    maxSide: t.exposeInt('maxSide', { nullable: true, description: 'Pixels of the longer side.' }),
    minRatio: t.exposeFloat('minRatio', { nullable: true, description: 'Smallest width divided by height.' }),
    maxRatio: t.exposeFloat('maxRatio', { nullable: true, description: 'Greatest width divided by height.' }),
  }),
})

const EndImages = builder.enumType('EndImages', {
  description: 'A set of images for a video from images.',
  values: Object.fromEntries(
    ENDS.map((end) => [
      end.toUpperCase(),
      {
        value: end,
        description: { start: 'A start image.', end: 'An end image.', both: 'A start image and an end image.' }[end],
      },
    ]),
  ),
})

const ReferenceLimits = builder.objectRef<NonNullable<OfferedMode['references']>>('ReferenceLimits').implement({
  description: 'Limits of references.',
  fields: (t) => ({
    max: t.exposeInt('max', { description: 'Number of files of all kinds.' }),
    audioOnly: t.exposeBoolean('audioOnly', { description: 'Whether audio files alone are accepted.' }),
    image: t.expose('image', { type: FileLimits, description: 'Of images.' }),
    video: t.expose('video', { type: FileLimits, description: 'Of videos.' }),
    audio: t.expose('audio', { type: FileLimits, description: 'Of audio files.' }),
  }),
})

const ModeCapability = builder.objectRef<OfferedMode>('ModeCapability').implement({
  description: 'A mode and its limits.',
  fields: (t) => ({
    mode: t.expose('mode', { type: Mode, description: 'The mode.' }),
    minSeconds: t.float({ description: 'Shortest duration.', resolve: ({ minMs }) => minMs / 1000 }),
    maxSeconds: t.float({ description: 'Longest duration.', resolve: ({ maxMs }) => maxMs / 1000 }),
    audio: t.exposeBoolean('audio', { description: 'Whether videos can have sound.' }),
    acceleration: t.exposeBoolean('acceleration', { description: 'Whether drafts can be accelerated.' }),
    images: t.field({
      type: [EndImages],
      nullable: true,
      description: 'Supported sets of images; null in other modes.',
      resolve: ({ ends }) => ends,
    }),
    image: t.expose('image', {
      type: FileLimits,
      nullable: true,
      description: 'Limits of start and end image; null in other modes.',
    }),
    references: t.expose('references', {
      type: ReferenceLimits,
      nullable: true,
      description: 'Limits of references; null in other modes.',
    }),
  }),
})

const Capabilities = builder.objectRef<Offer>('Capabilities').implement({
  description:
    'What creates may ask for now. Each limit is the widest that is offered, so a create may still be refused for a combination.',
  fields: (t) => ({
    modes: t.expose('modes', { type: [ModeCapability], description: 'The supported modes.' }),
    contextIr: t.exposeBoolean('contextIr', { description: 'Whether context IR can be applied.' }),
  }),
})

builder.queryField('capabilities', (t) =>
  t.field({
    type: Capabilities,
    description: 'What creates may ask for now. It changes when compute is added or removed.',
    resolve(_root, _args, { rooms, caller }) {
      assertScope(caller, null)
      return readOffer(rooms.resources.pool, caller.accountId)
    },
  }),
)
