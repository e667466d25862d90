import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { findCommand, isPermitted, registryVersionAtom } from '../../commands/core/registry.ts'
import type { ToolbarEntry } from '../../commands/entity/toolbarEntries.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import type { ReviewDirection } from '../../data/trace/reviews.ts'
import { MoreMenu } from '../../tables/toolbar/MoreMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import screen from '../../ui/Screen.module.css'
import { useFitting } from '../../ui/useFitting.ts'
import { useText } from '../../ui/useText.ts'
import styles from './ReviewScreen.module.css'

type Entry = Required<Pick<ToolbarEntry, 'label'>> & ToolbarEntry

const words: readonly (readonly [word: string, look?: ToolbarEntry['look'], icon?: string])[] = [
  ['freeze', 'danger'],
  ['recall'],
  ['recallPlan'],
  ['analyse'],
  ['drill'],
  ['leaveOut'],
  ['only'],
  ['export', undefined, 'download'],
  ['exportCsv', undefined, 'download'],
  ['print'],
]

/** Answer actions by urgency. */
const entriesOf = (direction: ReviewDirection): readonly Entry[] =>
  words.map(([word, look, icon]) => ({
    command: `review${direction}.${word}`,
    label: `review.${word}`,
    ...(look ? { look } : {}),
    ...(icon ? { icon } : {}),
  }))

export function ReviewToolbar({ direction }: { direction: ReviewDirection }) {
  const text = useText()
  useAtomValue(registryVersionAtom)
  useAtomValue(grantsAtom)
  const row = useRef<HTMLDivElement>(null)
  const fitting = useFitting(row)
  const entries = entriesOf(direction).filter(({ command: id }) => {
    const command = findCommand(id)
    return command !== undefined && isPermitted(command)
  })
  const crowded = entries.slice(fitting)
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={text('tables.toolbar')}>
      <div className={screen.row} ref={row}>
        {entries.map(({ command, label, ...look }, index) => (
          <span key={command} className={screen.place} data-behind={index >= fitting || undefined}>
            <Button command={command} label={text(label)} {...look} />
          </span>
        ))}
      </div>
      {crowded.length > 0 ? <MoreMenu entries={crowded} forbidden={[]} /> : null}
    </div>
  )
}
