import { atom, useAtomValue } from 'jotai'
import { Check, Circle } from 'lucide'
import { useContext, useEffect, useId, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import type { SetupStep, Story } from '#contract/system/firstSteps.ts'
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

/** Steps of a plant that is being set up, none once it works. */
export function useSetup(): readonly SetupStep[] {
  const steps = useAtomValue(shownStepsAtom)
  const isShown = useAtomValue(isShownAtom)
  const isFront = useContext(FrontContext)
  // Progress counts real rows: read again on return.
  useEffect(() => {
    if (isFront && isShown) void loadFirstSteps()
  }, [isFront, isShown])
  return steps?.setup ?? []
}

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

export function SetupChecklist({ steps }: { steps: readonly SetupStep[] }) {
  const text = useText()
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)?.entity
  const title = text('start.setup')
  const stateOf = ({ entity, count, isDone }: SetupStep) => {
    if (!isDone) return text(entity === next ? 'start.go' : 'start.open')
    return entity === 'customer' ? text('start.done') : text('start.count', { count })
  }
  return (
    <section className={styles.card} aria-label={title} data-first-steps="setup">
      <Head title={title}>{text('start.progress', { done, all: steps.length })}</Head>
      <progress className={styles.bar} value={done} max={steps.length} aria-label={title} />
      <ol className={styles.steps}>
        {steps.map(step => {
          const { entity, id, isDone } = step
          return (
            <li key={entity}>
              <PageLink
                className={styles.step}
                href={id === undefined ? `/${entity}` : `/${entity}/${id}`}
                data-done={isDone || undefined}
                data-next={entity === next || undefined}
              >
                <Drawing of={isDone ? Check : Circle} size={15} />
                <span className={styles.what}>
                  {text(`start.setup.${entity}`)}
                  {isDone ? null : <span className={styles.why}>{text(`start.why.${entity}`)}</span>}
                </span>
                <span className={entity === next ? styles.go : styles.count}>{stateOf(step)}</span>
              </PageLink>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Where a story begins: a trace by its question, others by their record. */
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
