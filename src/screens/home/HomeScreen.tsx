import { useAtomValue } from 'jotai'
import { entityNamed } from '#contract/index.ts'
import { shippedText } from '#contract/messages/shippedNames.ts'
import { stageOf, urgencyOf } from '#contract/recall/deadlines.ts'
import type { HomeCounter, HomeDeadline } from '#contract/system/home.ts'
import { findCommand, isPermitted, registryVersionAtom } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import { reasonAgainst } from '../../commands/gate/availability.ts'
import { execute } from '../../commands/gate/execute.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { plural, withinSentence } from '../../data/entityNames.ts'
import { plantClock } from '../../data/plantClock.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { homeRowsAtom } from '../../data/settings/homeRows.ts'
import {
  homeChartsAtom,
  homeChartsReadAtom,
  loadSystemInformation,
  systemInformationAtom,
} from '../../data/settings/systemInformation.ts'
import { timeZoneAtom } from '../../data/timeZone.ts'
import { showInstant } from '../../fields/days.ts'
import { TimeLeft, useServerTime } from '../../tables/document/TimeLeft.tsx'
import { addressOfList } from '../../tables/filter/query.ts'
import { Button } from '../../ui/Button.tsx'
import { iconOf, keyHere } from '../../ui/commandLook.ts'
import controls from '../../ui/controls.module.css'
import { Failure } from '../../ui/Failure.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useText } from '../../ui/useText.ts'
import { ChartFrames, ChartList, splitCharts } from './Charts.tsx'
import { Setup, Stories, useSetup } from './FirstSteps.tsx'
import styles from './HomeScreen.module.css'
import { canBegin, counterId, counterTitle, greetingAt, starts } from './home.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { StepButton } from './StepButton.tsx'
import { type Failures, type SetFailures, useReadings } from './useReadings.ts'
import { WorkRows } from './WorkRows.tsx'
import { sortedWork } from './work.ts'

/** Home screen: pending work, frequent commands, shortcuts. */
export default function HomeScreen() {
  const text = useText()
  const information = useAtomValue(systemInformationAtom)
  useAtomValue(registryVersionAtom)
  useAtomValue(grantsAtom)
  const { isAnswered, areChartsAnswered, failures, chartFailure, readWork, setFailures } = useReadings()
  const rows = useAtomValue(homeRowsAtom)
  const isKnown = (id: string) => (id === 'information' ? information !== null : rows?.[id] !== undefined)
  const failure = Object.entries(failures).find(([id]) => !isKnown(id))?.[1]
  // Layout stability: lists appear once the counters above are known.
  const isWaiting = information === null && !isAnswered
  const deadlines = information?.deadlines ?? []
  const charts = useAtomValue(homeChartsAtom)
  const areChartsWaiting = charts === null && !areChartsAnswered
  const { beside, below } = splitCharts(charts ?? [])
  const chartsRead = useAtomValue(homeChartsReadAtom)
  const stale = [
    ...(Object.keys(failures).length > 0 && information ? [Date.parse(information.serverTime)] : []),
    ...(chartFailure !== undefined && chartsRead !== null ? [chartsRead + (information?.ahead ?? 0)] : []),
  ]
  const setup = useSetup()
  const isNew = setup.length > 0
  return (
    <div className={styles.home}>
      <Greeting ahead={information?.ahead ?? 0} />
      {stale.length > 0 && !failure ? <AsOf time={new Date(Math.min(...stale)).toISOString()} /> : null}
      <Stories />
      <div className={styles.body} data-columns>
        <div className={styles.main}>
          {failure ? <Failure error={failure} /> : null}
          {information && deadlines.length > 0 ? <Deadlines deadlines={deadlines} ahead={information.ahead} /> : null}
          {isNew ? <Setup steps={setup} /> : null}
          {information?.counters && !(isNew && information.counters.every(({ count }) => count === 0)) ? (
            <Work
              counters={information.counters}
              ahead={information.ahead}
              onStep={readWork}
              failures={failures}
              onFailure={setFailures}
            />
          ) : null}
          {isWaiting && !isNew ? <Waiting /> : null}
        </div>
        <div className={styles.side} data-waiting={isWaiting || undefined}>
          {chartFailure && !charts ? <Failure error={chartFailure} /> : null}
          {areChartsWaiting && !isNew ? <ChartFrames /> : <ChartList charts={beside} title={text('home.charts')} />}
          <Shortcuts />
          {canBegin(setup) ? <CommandList title={text('home.begin')} ids={starts} /> : null}
        </div>
      </div>
      <ChartList charts={below} title={text(beside.length > 0 ? 'home.moreCharts' : 'home.charts')} isWide />
      {information ? <p className={styles.version}>{text('home.version', { version: information.version })}</p> : null}
    </div>
  )
}

/** Greeting by the plant's hour; the page does not follow each minute. */
function Greeting({ ahead }: { ahead: number }) {
  const text = useText()
  const session = useAtomValue(sessionAtom)
  useAtomValue(timeZoneAtom)
  const hour = plantClock().wall(useServerTime(ahead)).slice(11, 13)
  return (
    <h1 className={styles.greeting}>
      {text(greetingAt(Number(hour)), { name: shippedText('user', session?.name || session?.loginName || '', text) })}
    </h1>
  )
}

/** Age of everything below, once a reading failed. */
function AsOf({ time }: { time: string }) {
  const text = useText()
  return (
    <p className={styles.asOf} role="status" data-as-of>
      {text('home.asOf', { time: showInstant(time).slice(-5) })}
      <Button command="list.refresh" look="quiet" label={text('tables.retry')} />
    </p>
  )
}

/** Steps of an entity's rows that this person may take. */
function mayGoOn({ entity: name }: HomeCounter): boolean {
  const verbs = ['save', ...Object.keys(entityNamed(name)?.actions ?? {})]
  return verbs.some(verb => {
    const command = findCommand(`${name}.${verb}`)
    return command !== undefined && isPermitted(command)
  })
}

interface WorkProps {
  counters: readonly HomeCounter[]
  ahead: number
  onStep: () => void
  failures: Failures
  onFailure: SetFailures
}

/** Pending work in rows and numbers; counters at zero are folded away. */
function Work({ counters, ahead, onStep, failures, onFailure }: WorkProps) {
  const text = useText()
  const now = useServerTime(ahead)
  const { inRows, asNumbers, zero } = sortedWork(counters, mayGoOn)
  const cards = (some: readonly HomeCounter[]) => (
    <ul className={styles.counters}>
      {some.map(counter => (
        <CounterCard key={counterId(counter)} counter={counter} />
      ))}
    </ul>
  )
  return (
    <section aria-label={text('home.attention')}>
      <h2 className={styles.heading}>{text('home.attention')}</h2>
      {inRows.map(counter => (
        <WorkRows
          key={counterId(counter)}
          counter={counter}
          now={now}
          maxRows={inRows.length > 3 ? 2 : 4}
          onStep={onStep}
          hasFailed={counterId(counter) in failures}
          onFailure={onFailure}
        />
      ))}
      {asNumbers.length > 0 ? cards(asNumbers) : null}
      {inRows.length + asNumbers.length === 0 ? <p>{text('home.nothingWaits')}</p> : null}
      {zero.length > 0 ? (
        <details className={styles.zeros} data-zeros>
          <summary>
            {text(zero.length === counters.length ? 'home.watched' : 'home.zeros', { count: zero.length })}
          </summary>
          {cards(zero)}
        </details>
      ) : null}
    </section>
  )
}

function Waiting() {
  const text = useText()
  return (
    <>
      <h2 className={styles.heading}>{text('home.attention')}</h2>
      <Skeleton shape="work" />
    </>
  )
}

function CounterCard({ counter }: { counter: HomeCounter }) {
  const text = useText()
  const { key, document } = counterTitle(counter)
  return (
    <li>
      <PageLink
        className={styles.counter}
        href={addressOfList(counter.entity, counter.count > 0 ? counter.where : [])}
        data-tone={counter.count > 0 ? counter.tone : undefined}
        data-link={counter.key}
      >
        <span className={styles.count}>{counter.count}</span>
        <span className={styles.what}>{text(key, document ? { document: withinSentence(plural(document)) } : {})}</span>
      </PageLink>
    </li>
  )
}

/** Open deadlines: next due step and the time left. */
function Deadlines({ deadlines, ahead }: { deadlines: readonly HomeDeadline[]; ahead: number }) {
  const text = useText()
  const now = useServerTime(ahead)
  return (
    <section className={styles.deadlines} aria-label={text('home.deadlines')}>
      <h2 className={styles.heading}>{text('home.deadlines')}</h2>
      <ul>
        {deadlines.map(({ entity, id, docNo, title, isDrill, what, from, at }) => {
          const term = { from, at }
          return (
            <li
              key={`${entity}/${id}`}
              className={styles.deadline}
              data-tone={urgencyOf(term, now)}
              data-stage={stageOf(term, now)}
            >
              <span className={styles.left}>
                <TimeLeft term={term} now={now} />
              </span>
              <PageLink className={styles.what} href={`/${entity}/${id}`} data-link="deadline">
                {text(`${entity}.${what}`)} · {docNo} {title}
                {isDrill ? ` · ${text('CallbackType.DRILL')}` : ''}
              </PageLink>
              <DeadlineAction entity={entity} id={id} docNo={docNo} what={what} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Fields in which meeting a deadline is recorded. */
const recordedIn: Readonly<Record<string, string>> = {
  'unsafefoodaccident.reportDeadline': 'reportTime',
  'callback.reportDeadline': 'regulatorReportTime',
}

/** Command that meets a deadline, or its field in the record. */
function DeadlineAction({ entity, id, docNo, what }: Pick<HomeDeadline, 'entity' | 'id' | 'docNo' | 'what'>) {
  const text = useText()
  const field = recordedIn[`${entity}.${what}`]
  if (field !== undefined)
    return (
      <PageLink className={controls.button} href={`/${entity}/${id}?field=${field}`} data-link="deadlineField">
        {text('home.enterReport')}
      </PageLink>
    )
  const verb = { startDeadline: 'start', notifyDeadline: 'notify' }[what]
  const command = verb === undefined ? undefined : findCommand(`${entity}.${verb}`)
  if (!command || !isPermitted(command)) return null
  const step = { command: command.id, args: { ids: [id] } }
  return <StepButton step={step} title={docNo} onStep={() => void loadSystemInformation()} />
}

function CommandList({ title, ids }: { title: string; ids: readonly string[] }) {
  const commands = ids.flatMap(id => {
    const command = findCommand(id)
    return command && isPermitted(command) ? [command] : []
  })
  if (commands.length === 0) return null
  return (
    <section aria-label={title} data-begin>
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
                <span className={styles.named}>
                  <Icon name={entityNamed(command.entity ?? '')?.icon ?? iconOf(command)} />
                  <span className={styles.commandTitle}>{commandTitle(command)}</span>
                </span>
                {key ? <KeyCaps keys={key} /> : null}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
