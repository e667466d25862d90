import { atom, useAtomValue } from 'jotai'
import { Circle, CircleCheck } from 'lucide'
import { useContext, useEffect, useId, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import type { SetupStep, Story } from '#contract/system/firstSteps.ts'
import { listed } from '../../data/entityNames.ts'
import { firstStepsAtom, firstStepsHiddenAtom, loadFirstSteps } from '../../data/settings/homeFirstSteps.ts'
import { userSettingsReadyAtom } from '../../data/settings/userSettings.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { FrontContext } from '../../ui/front.ts'
import { Drawing, Icon } from '../../ui/icons/icons.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './FirstSteps.module.css'

const isShownAtom = atom(get => get(userSettingsReadyAtom) && !get(firstStepsHiddenAtom))

/** Steps of this person, until they are hidden. */
const shownStepsAtom = atom(get => (get(isShownAtom) ? get(firstStepsAtom) : null))

/** Steps of a plant being set up; none once it works. */
export function useSetup(): readonly SetupStep[] {
  const isReady = useAtomValue(userSettingsReadyAtom)
  const steps = useAtomValue(firstStepsAtom)
  const isFront = useContext(FrontContext)
  // Progress counts real rows: read again on return.
  useEffect(() => {
    if (isFront && isReady) void loadFirstSteps()
  }, [isFront, isReady])
  return (isReady && steps?.setup) || none
}

const none: readonly SetupStep[] = []

/** Stories of a demonstration, above the work. */
export function Stories() {
  const steps = useAtomValue(shownStepsAtom)
  return steps && steps.stories.length > 0 ? <StoryList stories={steps.stories} /> : null
}

function Head({ title, children }: { title: string; children?: string }) {
  const text = useText()
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <span className={styles.progress}>{children}</span>
      <Button command="help.start" args={hidden} look="quiet" label={text('start.hide')} />
    </div>
  )
}

const hidden = { on: false }
const resumed = { on: true }

const progressOf = (steps: readonly SetupStep[]) => ({
  done: steps.filter(({ isDone }) => isDone).length,
  all: steps.length,
})

/** Checklist of a new plant; hidden, a line that resumes it. */
export function Setup({ steps }: { steps: readonly SetupStep[] }) {
  const text = useText()
  const isShown = useAtomValue(isShownAtom)
  const title = text('start.setup')
  if (isShown) return <SetupChecklist steps={steps} />
  return (
    <section className={styles.resume} aria-label={title} data-first-steps="resume">
      <span className={styles.title}>{title}</span>
      <span className={styles.progress}>{text('start.progress', progressOf(steps))}</span>
      <Button command="help.start" args={resumed} label={text('start.resume')} />
    </section>
  )
}

function SetupChecklist({ steps }: { steps: readonly SetupStep[] }) {
  const text = useText()
  const progress = progressOf(steps)
  const next = steps.find(({ isDone }) => !isDone)?.entity
  const title = text('start.setup')
  const wordOf = ({ entity, isDone }: SetupStep) =>
    text(isDone ? 'start.change' : entity === next ? 'start.go' : 'start.open')
  return (
    <section className={styles.card} aria-label={title} data-first-steps="setup">
      <Head title={title}>{text('start.progress', progress)}</Head>
      <progress className={styles.bar} value={progress.done} max={progress.all} aria-label={title} />
      <ol className={styles.steps}>
        {steps.map(step => {
          const { entity, id, isDone } = step
          return (
            <li key={entity}>
              <PageLink
                className={styles.step}
                href={id === undefined ? `/${entity}` : `/${entity}/${id}`}
                data-done={isDone || undefined}
                aria-description={isDone ? text('start.done') : undefined}
                data-next={entity === next || undefined}
              >
                <Drawing of={isDone ? CircleCheck : Circle} size={18} />
                <span className={styles.what}>
                  {text(`start.setup.${entity}`)}
                  <span className={styles.why}>{isDone ? <StepNames step={step} /> : text(`start.why.${entity}`)}</span>
                </span>
                <span className={entity === next ? styles.go : styles.count}>{wordOf(step)}</span>
              </PageLink>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Names that a step has brought, and the number beyond them. */
function StepNames({ step: { names, licenceNo, count } }: { step: SetupStep }) {
  const text = useText()
  const said = listed(names)
  if (licenceNo !== undefined) return text('start.organisation', { name: said, licence: licenceNo })
  return count > names.length ? text('start.namesMore', { names: said, count }) : said
}

/** Address of a story's begin: a trace's question, else its record. */
function addressOf({ key, records }: Story, place: number): string {
  const record = records[place]
  if (!record) return '/index'
  if (key === 'trace' && place === 0) return `/reviewasc?lotNos=${encodeURIComponent(record.name)}`
  return `/${record.entity}/${record.id}`
}

function StoryList({ stories }: { stories: readonly Story[] }) {
  const text = useText()
  const panel = useId()
  const [open, setOpen] = useState<Story['key'] | null>(null)
  const title = text('start.stories')
  const chosen = stories.find(({ key }) => key === open)
  return (
    <section className={styles.strip} aria-label={title} data-first-steps="stories">
      <div className={styles.stories}>
        <h2 className={styles.title}>{title}</h2>
        {stories.map(({ key }) => (
          <h3 key={key}>
            <button
              type="button"
              className={controls.button}
              data-story={key}
              aria-expanded={key === open}
              aria-controls={panel}
              onClick={() => setOpen(key === open ? null : key)}
            >
              {text(`start.story.${key}`)}
            </button>
          </h3>
        ))}
        <span className={styles.space} />
        <Button command="help.start" args={hidden} look="quiet" label={text('start.hide')} />
      </div>
      <div id={panel}>{chosen ? <StoryPanel story={chosen} /> : null}</div>
    </section>
  )
}

function StoryPanel({ story }: { story: Story }) {
  const text = useText()
  return (
    <>
      <p className={styles.words}>{text(`start.story.${story.key}.text`)}</p>
      <ol className={styles.records}>
        {story.records.map(({ entity, id, name }, place) => (
          <li key={`${entity}/${id}`}>
            <PageLink className={styles.record} href={addressOf(story, place)} title={text(entity)}>
              <Icon name={entityNamed(entity)?.icon ?? 'file'} />
              {story.key === 'trace' && place === 0 ? `${text('reviewasc')} ${name}` : `${text(entity)} ${name}`}
            </PageLink>
          </li>
        ))}
      </ol>
    </>
  )
}
