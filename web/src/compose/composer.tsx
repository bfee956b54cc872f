import { type Dispatch, type RefObject, type SetStateAction, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay, useSession } from '../api/session.ts'
import { useBalance } from '../credits/balance.tsx'
import type { WorkFragment } from '../generated/graphql.ts'
import { describeRefusal } from '../parts/refusal.ts'
import styles from './composer.module.css'
import { type ConsoleField, isVisible } from './console-parameters.ts'
import { ContextIrField } from './context-ir-field.tsx'
import { costOf } from './cost.ts'
import { type Draft, hasBadAddress, inputOf, isUsed, modeOf } from './draft.ts'
import { DropZone } from './drop-zone.tsx'
import { GenerateBar } from './generate-bar.tsx'
import { unresolvedIn, withPrompt } from './markers.ts'
import { MaterialList } from './material-list.tsx'
import { MoreSettings } from './more-settings.tsx'
import { PictureSettings } from './picture-settings.tsx'
import { PromptField } from './prompt-field.tsx'
import type { Settings } from './settings.ts'
import { useCreate } from './use-create.ts'
import type { Material } from './use-material.ts'
import { modeIn, useOffer } from './use-offer.ts'
import { errorOfItem, errorsByField, useQuote } from './use-quote.ts'

interface ComposerProps {
  readonly draft: Draft
  readonly setDraft: Dispatch<SetStateAction<Draft>>
  readonly material: Material
  readonly promptField: RefObject<HTMLTextAreaElement | null>
  readonly onCreated: (works: readonly WorkFragment[]) => void
}

export function Composer({ draft, setDraft, material, promptField, onCreated }: ComposerProps) {
  const { t } = useTranslation()
  const { account } = useSession()
  const [mayCreate, mayUpload] = [useMay('VIDEOS_WRITE'), useMay('FILES_WRITE')]
  const set = useCallback((part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })), [setDraft])
  const mode = modeOf(draft)
  const input = inputOf(draft)
  const live = useQuote(input)
  const creating = useCreate(input, (works) => {
    if (works.length > 0) onCreated(works)
    live.ask()
  })

  const offer = useOffer()
  const offered = modeIn(offer, mode)
  const effects: Partial<Record<ConsoleField, boolean | undefined>> = {
    audio: offered?.audio,
    acceleration: offered?.acceleration,
  }
  const hasEffect = (parameter: ConsoleField) => effects[parameter] !== false
  const errors = errorsByField(live.quote)
  const settings: Settings = {
    draft,
    set,
    errorsOf: (field) => (errors.get(field) ?? []).map((error) => describeRefusal(t, error)),
    shows: (parameter) => isVisible(account.console.parameters, parameter) && hasEffect(parameter),
    offer,
  }
  const unresolved = unresolvedIn(draft.prompt, draft.items)
  const isSending = draft.items.some(({ file, problem, isGap }) => !file && !problem && !isGap)
  const isBroken =
    hasBadAddress(draft) ||
    unresolved?.isMarker === true ||
    draft.items.some(({ purpose, problem }) => problem !== null && isUsed(purpose, mode))
  const isReady = input.prompt.trim() !== '' && !isSending && !isBroken
  const cost = costOf(live.quote, useBalance())
  const canCreate = mayCreate && isReady && cost.isCovered && live.isCurrent && live.quote?.valid === true
  const submit = () => {
    if (canCreate && !creating.isBusy) void creating.create()
  }

  return (
    <DropZone label={t('compose.title')} onFiles={mayUpload ? (files) => material.add(files, 'REFERENCE') : null}>
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={styles.fields}>
          <PromptField
            field={promptField}
            value={draft.prompt}
            onChange={(prompt) => setDraft((now) => withPrompt(now, prompt))}
            items={draft.items.filter(({ purpose }) => purpose === 'REFERENCE')}
            errors={settings.errorsOf('prompt')}
            unresolved={unresolved}
            onSubmit={submit}
          />
          {settings.shows('use_context_ir') ? <ContextIrField settings={settings} /> : null}
          <MaterialList
            items={draft.items}
            mode={mode}
            material={material}
            quote={live.quote}
            problemOf={(item) => {
              const error = errorOfItem(errors, draft.items, item)
              return error && describeRefusal(t, error)
            }}
          />
          <PictureSettings settings={settings} offered={offered} request={live.quote?.request} />
          <MoreSettings settings={settings} mode={mode} />
        </div>
        <GenerateBar
          draft={draft}
          live={live}
          cost={cost}
          creating={creating}
          mayCreate={mayCreate}
          canCreate={canCreate}
          isSending={isSending}
          isBroken={isBroken}
        />
      </form>
    </DropZone>
  )
}
