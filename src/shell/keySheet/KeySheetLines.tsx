import type { KeyboardEvent, RefObject } from 'react'
import { findCommand } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import { reasonAgainst } from '../../commands/gate/availability.ts'
import { execute } from '../../commands/gate/execute.ts'
import { isTouched, type KeyLine, type LineKey } from '../../commands/keys/keyLines.ts'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { ariaKeys, keyName } from '../../ui/keyboard/keyNames.ts'
import { useText } from '../../ui/useText.ts'
import styles from './KeySheet.module.css'

interface KeySheetLinesProps {
  list: RefObject<HTMLDivElement | null>
  groups: ReadonlyMap<string, readonly KeyLine[]>
  onLeave(): void
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: at => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
  PageDown: (at, last) => Math.min(at + 10, last),
  PageUp: at => Math.max(at - 10, 0),
}

export function KeySheetLines({ list, groups, onLeave }: KeySheetLinesProps) {
  const text = useText()
  const first = [...groups.values()][0]?.[0]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-key-line]') ?? [])]
    const { activeElement } = document
    const at = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1
    const next = step(at, rows.length - 1)
    event.preventDefault()
    if (next < 0) return onLeave()
    rows[next]?.focus()
    rows[next]?.scrollIntoView({ block: 'nearest' })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it take the keys; it only moves the focus among them
    <div className={styles.columns} ref={list} onKeyDown={onKeyDown}>
      {[...groups].map(([group, lines]) => (
        <section className={group === 'keys.here' ? styles.here : styles.group} key={group}>
          <h3 className={styles.heading}>{text(group)}</h3>
          <ul className={styles.lines}>
            {lines.map(line => (
              <Line key={line.command.id} line={line} isFirst={line === first} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Key limit per line; more appear in the dialog. */
const maxKeys = 3

function Line({ line, isFirst }: { line: KeyLine; isFirst: boolean }) {
  const text = useText()
  const { command, title, keys } = line
  // Inactive keys are dimmed in the context section.
  const isAway = (key: LineKey) => line.isHere && key.isElsewhere === true
  const said = keys.flatMap(key => (isAway(key) ? awayText(key, text) : (whyOf(key, text) ?? [])))
  // Disabled reasons; grid commands omitted, as all would be disabled here.
  const reason = command.id.startsWith('grid.') ? undefined : reasonAgainst(command)
  const why = [...said, ...(reason === undefined ? [] : [text(reason)])].join(' · ')
  const inForce = keys.filter(key => !isOut(key.state) && !isAway(key)).map(({ seq }) => seq)
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        data-key-line={command.id}
        data-command="keys.assign"
        data-unavailable={reason !== undefined || undefined}
        data-touched={isTouched(line) || undefined}
        data-hint={title}
        data-hint-reason={why || text('keys.sheet.assign')}
        aria-description={why || undefined}
        aria-keyshortcuts={ariaKeys(inForce)}
        tabIndex={isFirst ? 0 : -1}
        onClick={() => void execute('keys.assign', { command: command.id }, { surface: 'button' })}
      >
        <span className={styles.title}>{title}</span>
        <span className={styles.keys}>
          {keys.length === 0 ? <span className={styles.keyless}>{text('keys.sheet.keyless')}</span> : null}
          {keys.slice(0, maxKeys).map(key => (
            <span
              key={key.seq}
              data-state={key.state}
              data-away={isAway(key) || undefined}
              className={isOut(key.state) ? styles.out : styles.key}
            >
              <KeyCaps keys={key.seq} />
            </span>
          ))}
        </span>
      </button>
    </li>
  )
}

const isOut = (state: LineKey['state']) => state === 'gone' || state === 'off' || state === 'taken'

const awayText = ({ seq }: LineKey, text: ReturnType<typeof useText>) => `${keyName(seq)}: ${text('keys.state.away')}`

function whyOf({ seq, state, by, reservedBy }: LineKey, text: ReturnType<typeof useText>): string | undefined {
  const taker = by === undefined ? undefined : findCommand(by)
  if (state !== 'default') {
    const said = text(`keys.state.${state}`, { title: taker ? commandTitle(taker) : (by ?? '') })
    return text('tables.nameValue', { name: keyName(seq), value: said })
  }
  return reservedBy === undefined
    ? undefined
    : text('tables.nameValue', { name: keyName(seq), value: text(`keys.keeper.${reservedBy}`) })
}
