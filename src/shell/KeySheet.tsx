import { useAtomValue } from 'jotai'
import { useId, useMemo, useRef, useState } from 'react'
import type { Command } from '../commands/command.ts'
import { contextAtom } from '../commands/context.ts'
import { keysOf } from '../commands/keyBindings.ts'
import { reasonAgainst } from '../commands/refusal.ts'
import { permitted, registryVersionAtom } from '../commands/registry.ts'
import { titleOf } from '../commands/titles.ts'
import controls from '../tables/controls.module.css'
import { KeyCaps } from '../tables/KeyCaps.tsx'
import { keyName } from '../tables/keyNames.ts'
import { useText } from '../tables/useText.ts'
import { DialogFrame } from './DialogFrame.tsx'
import styles from './KeySheet.module.css'
import { closeOverlay, overlayAtom } from './overlays.ts'

interface Line {
  readonly command: Command
  readonly title: string
  readonly keys: readonly string[]
}

/** Every key there is, made from the commands themselves, so it cannot be out of date. */
export function KeySheet() {
  const text = useText()
  const isOpen = useAtomValue(overlayAtom) === 'keys'
  const input = useRef<HTMLInputElement>(null)
  return (
    <DialogFrame open={isOpen} title={text('keys.title')} width={920} onClose={closeOverlay} initialFocus={input}>
      <Sheet input={input} />
    </DialogFrame>
  )
}

function Sheet({ input }: { input: React.RefObject<HTMLInputElement | null> }) {
  const text = useText()
  const id = useId()
  const [query, setQuery] = useState('')
  const version = useAtomValue(registryVersionAtom)
  const { page } = useAtomValue(contextAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read from the registry, whose version this is
  const all = useMemo(() => linesOf(permitted(), page), [version, page, text])
  const groups = Map.groupBy(
    all.filter(line => isFound(line, query)),
    line => line.command.group,
  )
  return (
    <>
      <input
        ref={input}
        className={controls.input}
        id={id}
        type="search"
        value={query}
        placeholder={text('keys.search')}
        aria-label={text('keys.search')}
        onChange={event => setQuery(event.target.value)}
      />
      <div className={styles.columns}>
        {[...groups].map(([group, lines]) => (
          <section className={styles.group} key={group}>
            <h3 className={styles.heading}>{text(group)}</h3>
            <ul>
              {lines.map(line => (
                <Row key={line.command.id} {...line} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {groups.size === 0 ? <p className={styles.none}>{text('keys.none')}</p> : null}
    </>
  )
}

function Row({ command, title, keys }: Line) {
  const text = useText()
  // What cannot be done here says why; keys of grids only count inside one and would all be grey.
  const reason = command.id.startsWith('grid.') ? undefined : reasonAgainst(command)
  return (
    <li
      className={styles.row}
      data-unavailable={reason !== undefined}
      data-hint={reason && title}
      data-hint-reason={reason && text(reason)}
    >
      <span className={styles.title} title={title}>
        {title}
      </span>
      <span className={styles.keys}>
        {keys.slice(0, command.page === undefined ? 2 : 1).map(key => (
          <KeyCaps keys={key} key={key} />
        ))}
      </span>
    </li>
  )
}

/** The commands that have keys; the verbs of other pages only say the same again. */
function linesOf(commands: readonly Command[], page: string): readonly Line[] {
  return commands
    .filter(({ id, entity }) => id.startsWith('navigate.') || entity === undefined || entity === page)
    .map(command => ({
      command,
      title: titleOf(command),
      keys: [...new Set(keysOf(command).map(binding => binding.seq))],
    }))
    .filter(line => line.keys.length > 0)
}

function isFound({ title, keys }: Line, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return true
  const flat = wanted.replaceAll(/[\s+]/g, '')
  return (
    title.toLowerCase().includes(wanted) ||
    keys.some(
      key =>
        key.replaceAll('+', '').includes(flat) || keyName(key).toLowerCase().replaceAll(/[\s+]/g, '').includes(flat),
    )
  )
}
