import type { ReactNode } from 'react'
import { useText } from '../../ui/useText.ts'
import styles from './Strip.module.css'

/** Summary strip of a long-running record: stage, figures, obstacles. */
export function Strip({
  label,
  children,
  ...marks
}: {
  label: string
  children: ReactNode
  [mark: `data-${string}`]: boolean
}) {
  return (
    <section className={styles.strip} aria-label={label} {...marks}>
      {children}
    </section>
  )
}

export function Stages({ stages, of, status }: { stages: readonly string[]; of: string; status: unknown }) {
  const text = useText()
  return (
    <ol className={styles.stages}>
      {stages.map(stage => {
        const mark = stageMark(stages, stage, status)
        return (
          <li key={stage} className={styles.stage} data-mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
            {text(`${of}.${stage}`)}
          </li>
        )
      })}
    </ol>
  )
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>
}

interface FigureProps {
  title: string
  name: string
  isBad?: boolean
  children: ReactNode
}

export function Figure({ title, name, isBad, children }: FigureProps) {
  return (
    <div data-figure={name} data-bad={isBad || undefined}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type StageMark = 'done' | 'now' | 'ahead'

/** Stage progress of a record. Pure. */
function stageMark(stages: readonly string[], stage: string, status: unknown): StageMark {
  const [at, now] = [stages.indexOf(stage), stages.indexOf(String(status))]
  if (at === now) return 'now'
  return at < now ? 'done' : 'ahead'
}
