import { Check, ExternalLink, Settings } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'
import { BASE } from '../base.ts'
import { mayNotify, wishNotices } from '../gallery/notify.ts'
import { useWorks } from '../gallery/works-context.ts'
import { LANGUAGES, type Language, saveLanguage } from '../locales/start.ts'
import { IconButton } from '../parts/icon-button.tsx'
import styles from './menu.module.css'
import { savedTheme, saveTheme, THEMES, type Theme } from './theme.ts'

/** What the gateway serves for those who write programs. */
const DOCS = ['/graphql', '/v1/docs', '/v1/docs/errors'] as const

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

/** What is set once and then forgotten. */
export function Menu() {
  const { t, i18n } = useTranslation()
  const { account, signOut } = useSession()
  const works = useWorks()
  const [theme, setTheme] = useState(savedTheme)
  const [isNotified, setNotified] = useState(mayNotify)
  /** The playground fills in the newest task. */
  const hashOf = (page: string) => {
    const [newest] = works.get().works
    return newest && page === '/graphql' ? `#task=${newest.id}` : ''
  }
  const choose = (value: string) => {
    saveTheme(value as Theme)
    setTheme(value as Theme)
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton icon={Settings} label={t('menu.open')} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align="end" sideOffset={6}>
          <DropdownMenu.Label className={styles.label}>{account.name}</DropdownMenu.Label>
          <DropdownMenu.Separator className={styles.line} />
          <DropdownMenu.RadioGroup value={theme} onValueChange={choose} aria-label={t('menu.theme')}>
            {THEMES.map((each) => (
              <Item key={each} value={each} name={t(`menu.themes.${each}`)} />
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className={styles.line} />
          <DropdownMenu.RadioGroup
            value={i18n.language}
            onValueChange={(value) => saveLanguage(value as Language)}
            aria-label={t('menu.language')}
          >
            {LANGUAGE_CODES.map((each) => (
              <Item key={each} value={each} name={LANGUAGES[each]} />
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className={styles.line} />
          <DropdownMenu.CheckboxItem
            className={styles.item}
            checked={isNotified}
            onCheckedChange={(isOn) => void wishNotices(isOn).then(setNotified)}
          >
            {t('menu.notify')}
            <DropdownMenu.ItemIndicator>
              <Check size={14} aria-hidden />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.CheckboxItem>
          <DropdownMenu.Separator className={styles.line} />
          {DOCS.map((each) => (
            <DropdownMenu.Item key={each} className={styles.item} asChild>
              <a href={BASE + each + hashOf(each)} target="_blank" rel="noreferrer">
                {t(`menu.docs.${each}`)}
                <ExternalLink size={14} aria-hidden />
              </a>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className={styles.line} />
          <DropdownMenu.Item className={styles.item} onSelect={signOut}>
            {t('menu.signOut')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Item({ value, name }: { readonly value: string; readonly name: string }) {
  return (
    <DropdownMenu.RadioItem className={styles.item} value={value}>
      {name}
      <DropdownMenu.ItemIndicator>
        <Check size={14} aria-hidden />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  )
}
