import { useAtomValue } from 'jotai'
import { type StatusLine, type SystemStatus, statusGroups } from '#contract/system/status.ts'
import { wordsOf } from '../../data/api/localizedMessage.ts'
import { momentHint } from '../../data/plantClock.ts'
import { lastRunOf, nextRunOf, slowFigures, wordsOfLine } from '../../data/settings/systemStatus.ts'
import { timeZoneAtom } from '../../data/timeZone.ts'
import { showInstant } from '../../fields/days.ts'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './SystemStatus.module.css'
import { everySeconds, useStatus } from './useStatus.ts'

interface Freshness {
  readonly seconds: number
  readonly failure: unknown
}

/** Status of the server: what is wrong first, then every figure. */
export default function SystemStatusScreen() {
  const text = useText()
  useAtomValue(timeZoneAtom)
  const { status, seconds, failure } = useStatus()
  if (!status)
    return <div className={styles.page}>{failure ? <Failure error={failure} /> : <Skeleton shape="fields" />}</div>
  const age = text('status.span.seconds', { count: seconds })
  const wrong = status.lines.filter(({ fault }) => fault !== undefined)
  return (
    <div className={styles.page} data-status={wrong.length}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          {text('systemstatus')} <span className={styles.host}>{text('status.host', { host: status.host })}</span>
        </h1>
        <Button command="status.copyText" />
        <p className={styles.age}>{text('status.asOf', { age, every: everySeconds })}</p>
      </header>
      <Summary wrong={wrong} seconds={seconds} failure={failure} />
      <div className={styles.groups}>
        {statusGroups.map(group => (
          <Group key={group} group={group} lines={status.lines.filter(line => line.group === group)} />
        ))}
      </div>
      <Tasks tasks={status.tasks} />
      <SlowStatements {...status} />
    </div>
  )
}

/** Faults, or that nothing new can be read. */
function Summary({ wrong, seconds, failure }: { wrong: readonly StatusLine[] } & Freshness) {
  const text = useText()
  const isDanger = failure !== undefined || wrong.some(({ tone }) => tone === 'danger')
  const tone = isDanger ? 'danger' : wrong.length === 0 ? 'fine' : 'warning'
  const age = text('status.span.seconds', { count: seconds })
  const head =
    failure !== undefined
      ? text('status.notRead', { age, reason: wordsOf(failure)() })
      : wrong.length === 0
        ? text('status.allFine')
        : text('status.wrong', { count: wrong.length })
  return (
    <section className={styles.summary} data-tone={tone} aria-live="polite" data-summary>
      <h2>{head}</h2>
      {wrong.length > 0 ? (
        <ul>
          {wrong.map(line => {
            const { title, fault, remedy } = wordsOfLine(line)
            return (
              <li key={`${line.key}${title}`}>
                <b>{title}</b> {fault} · {remedy}
              </li>
            )
          })}
        </ul>
      ) : null}
    </section>
  )
}

function Group({ group, lines }: { group: string; lines: readonly StatusLine[] }) {
  const text = useText()
  if (lines.length === 0) return null
  return (
    <section className={styles.group} aria-label={text(`status.group.${group}`)}>
      <h2 className={styles.heading}>{text(`status.group.${group}`)}</h2>
      <dl>
        {lines.map(line => {
          const { title, value, fault, remedy } = wordsOfLine(line)
          return (
            <div key={`${line.key}${title}`} className={styles.line} data-tone={line.tone} data-line={line.key}>
              <dt>{title}</dt>
              <dd>
                {value}
                {fault ? (
                  <span className={styles.fault}>
                    {fault}
                    <small>{remedy}</small>
                  </span>
                ) : null}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

const failed = new Set(['FAILED', 'LOST'])

function Tasks({ tasks }: Pick<SystemStatus, 'tasks'>) {
  const text = useText()
  return (
    <section className={styles.wide} aria-label={text('status.tasks')}>
      <h2 className={styles.heading}>{text('status.tasks')}</h2>
      <ul className={styles.rows}>
        {tasks.map(task => (
          <li key={task.id} data-tone={failed.has(task.outcome ?? '') ? 'danger' : undefined}>
            <PageLink href={`/task/${task.id}`}>{task.name}</PageLink>
            <span>{lastRunOf(task)}</span>
            <span className={styles.quiet}>
              {text('status.tasks.next')} {nextRunOf(task)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SlowStatements({ slow, slowLimitMs }: Pick<SystemStatus, 'slow' | 'slowLimitMs'>) {
  const text = useText()
  const title = slowLimitMs > 0 ? text('status.slowTitle', { limit: slowLimitMs }) : text('status.slowOff')
  return (
    <section className={styles.wide} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {slow.length === 0 && slowLimitMs > 0 ? <p className={styles.quiet}>{text('status.slowNone')}</p> : null}
      <ul className={styles.rows}>
        {slow.map(each => (
          <li key={`${each.at}${each.request}${each.statement}`} className={styles.statement}>
            <span title={momentHint(each.at)}>
              {showInstant(each.at)} · <b>{each.call}</b> · {slowFigures(each)}
            </span>
            <code>{each.statement}</code>
            <span className={styles.quiet}>{each.request}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
