import { LogOut } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../parts/icon-button.tsx'
import { LanguageChoice } from '../shell/language-choice.tsx'
import { Wordmark } from '../shell/wordmark.tsx'
import { Accounts } from './accounts.tsx'
import { Fleet } from './fleet.tsx'
import styles from './operator-desk.module.css'
import { Prices } from './prices.tsx'
import { openSection, SECTIONS, useSection } from './sections.ts'
import { Tasks } from './tasks.tsx'

/** The operator's sections, each with an address. */
export function OperatorDesk({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation()
  const section = useSection()
  return (
    <Tabs.Root value={section} onValueChange={openSection}>
      <header className={styles.header}>
        <span className={styles.home}>
          <Wordmark />
        </span>
        <Tabs.List className={styles.sections} aria-label={t('operator.sections.label')}>
          {SECTIONS.map((each) => (
            <Tabs.Trigger key={each} value={each}>
              {t(`operator.sections.${each}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <LanguageChoice />
        <IconButton icon={LogOut} label={t('menu.signOut')} onClick={onLeave} />
      </header>
      <main>
        <Tabs.Content value="fleet" tabIndex={-1}>
          <Fleet />
        </Tabs.Content>
        <Tabs.Content value="tasks" tabIndex={-1}>
          <Tasks />
        </Tabs.Content>
        <Tabs.Content value="accounts" tabIndex={-1}>
          <Accounts />
        </Tabs.Content>
        <Tabs.Content value="prices" tabIndex={-1}>
          <Prices />
        </Tabs.Content>
      </main>
    </Tabs.Root>
  )
}
