import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { execute, reasonAgainst } from '../../commands/execute.ts'
import { findCommand, isPermitted, registryVersionAtom } from '../../commands/registry.ts'
import { titleOf } from '../../commands/titles.ts'
import { entityNamed } from '../../contract/index.ts'
import { grantsAtom } from '../../data/menu.ts'
import { sessionAtom } from '../../data/session.ts'
import { loadSystemInformation, systemInformationAtom } from '../../data/systemInformation.ts'
import { iconOf, keyHere } from '../../tables/commandLook.ts'
import { Icon } from '../../tables/icons.tsx'
import { KeyCaps } from '../../tables/KeyCaps.tsx'
import { useText } from '../../tables/useText.ts'
import styles from './HomeScreen.module.css'
import { type Counter, countersOf, greetingAt, keyHints, starts } from './home.ts'

/** Where a day begins: what waits, what is begun most, and the keys that lead everywhere. */
export default function HomeScreen() {
  const text = useText()
  const session = useAtomValue(sessionAtom)
  const information = useAtomValue(systemInformationAtom)
  useAtomValue(registryVersionAtom)
  useAtomValue(grantsAtom)
  // Each time the page comes to the front: other people work meanwhile.
  useEffect(() => void loadSystemInformation(), [])
  const counters = countersOf(information?.counters ?? {})
  return (
    <div className={styles.home}>
      <h1 className={styles.greeting}>
        {text(greetingAt(new Date().getHours()), { name: session?.name || session?.loginName || '' })}
      </h1>
      {counters.length > 0 ? (
        <section aria-label={text('home.attention')}>
          <h2 className={styles.heading}>{text('home.attention')}</h2>
          <ul className={styles.counters}>
            {counters.map(counter => (
              <CounterCard key={counter.key} counter={counter} />
            ))}
          </ul>
        </section>
      ) : null}
      <div className={styles.columns}>
        <CommandList title={text('home.begin')} ids={starts} />
        <CommandList title={text('home.keys')} ids={keyHints} />
      </div>
      {information ? <p className={styles.version}>{text('home.version', { version: information.version })}</p> : null}
    </div>
  )
}

function CounterCard({ counter }: { counter: Counter }) {
  const text = useText()
  const title = text(counter.title, counter.document ? { document: text(counter.document) } : {})
  return (
    <li>
      <button
        type="button"
        className={styles.counter}
        data-tone={counter.count > 0 ? counter.tone : undefined}
        data-command={`navigate.${counter.page}`}
        onClick={() => void execute(`navigate.${counter.page}`, {}, { surface: 'button' })}
      >
        <span className={styles.count}>{counter.count}</span>
        <span className={styles.what}>{title}</span>
      </button>
    </li>
  )
}

function CommandList({ title, ids }: { title: string; ids: readonly string[] }) {
  const commands = ids.flatMap(id => {
    const command = findCommand(id)
    return command && isPermitted(command) ? [command] : []
  })
  if (commands.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.list}>
        {commands.map(command => {
          const key = keyHere(command, 'index')
          return (
            <li key={command.id}>
              <button
                type="button"
                className={styles.command}
                data-command={command.id}
                aria-disabled={reasonAgainst(command) !== undefined || undefined}
                onClick={() => void execute(command.id, {}, { surface: 'button' })}
              >
                <Icon name={entityNamed(command.entity ?? '')?.icon ?? iconOf(command)} />
                <span className={styles.commandTitle}>{titleOf(command)}</span>
                {key ? <KeyCaps keys={key} /> : null}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
