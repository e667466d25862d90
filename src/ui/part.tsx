import { atom, useAtomValue } from 'jotai'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { isPartMissing, isUpdated, PartMissing } from '../data/api/parts.ts'
import { unreachedAtom } from '../data/api/transport.ts'
import { reportError } from '../data/errors.ts'
import { onRecovery } from '../data/realtime/recovery.ts'
import { store } from '../data/store.ts'
import controls from './controls.module.css'
import styles from './Part.module.css'
import { useText } from './useText.ts'

interface Loaded<P> {
  readonly default: ComponentType<P>
  /** Hands over commands and the like, once, before the first render. */
  start?(): void
}

type Loader<P> = () => Promise<Loaded<P>>

/** Vite requests style sheets once: fetch it again before retrying. */
function styleOf(error: unknown): Promise<unknown> {
  const href = error instanceof Error ? /preload CSS for (\S+)/.exec(error.message)?.[1] : undefined
  if (href === undefined) return Promise.resolve()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: () => reject(error) })
  document.head.append(link)
  return promise
}

/** Chromium caches failed module loads: retry under another URL. */
async function importAgain<P>(error: unknown, load: Loader<P>): Promise<Loaded<P>> {
  const addressIn = (failed: unknown) =>
    failed instanceof Error ? /imported module: (\S+)/.exec(failed.message)?.[1] : undefined
  try {
    return await load()
  } catch (cause) {
    const address = addressIn(error) ?? addressIn(cause)
    if (address === undefined) throw cause
    const loaded = await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)
    if (!loaded.default) throw cause
    return loaded
  }
}

/** Minimum retry interval in ms, preventing an endless render loop. */
const pauseMs = 1000

export type Part<P> = ComponentType<P> & {
  /** Loads ahead of the first render, which then shows no fallback. */
  preload(): void
}

const loadedPartsAtom = atom(0)

/** Boundary of parts. React alone holds a fallback for 300 ms. */
export function PartSuspense({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  useAtomValue(loadedPartsAtom)
  return <Suspense fallback={fallback}>{children}</Suspense>
}

/** Lazy component; a load failure shows in place and retries. */
export function part<P extends object>(load: Loader<P>): Part<P> {
  let failure: { readonly error: unknown; readonly at: number } | null = null
  let isBroken = false
  let loaded: ComponentType<P> | null = null
  let loading: Promise<Loaded<P>> | null = null
  const fetchOnce = async () => {
    try {
      if (failure) await styleOf(failure.error)
      const module = await (failure ? importAgain(failure.error, load) : load())
      module.start?.()
      loaded = module.default
      store.set(loadedPartsAtom, count => count + 1)
      return module
    } catch (error) {
      failure = { error, at: Date.now() }
      isBroken = true
      loading = null
      throw isPartMissing(error) ? new PartMissing(error) : error
    }
  }
  const fetched = () => {
    loading ??= fetchOnce()
    return loading
  }
  let current = lazy(fetched)
  const renew = (isAsked: boolean) => {
    const isDue = isAsked || (failure !== null && Date.now() - failure.at > pauseMs)
    if (!isBroken || !isDue) return isBroken
    isBroken = false
    current = lazy(fetched)
    return false
  }
  function LazyPart(props: P) {
    renew(false)
    // Mounted with one type for good: another would remount it.
    const [Preloaded] = useState(() => loaded)
    const draw = () => {
      const Fetched = Preloaded ?? current
      return <Fetched {...props} />
    }
    return <PartBoundary renew={renew} draw={draw} />
  }
  return Object.assign(LazyPart, { preload: () => void fetched().catch(() => undefined) })
}

interface BoundaryProps {
  draw(): ReactNode
  /** Retries when due; returns whether it is still broken. */
  renew(isAsked: boolean): boolean
}

interface State {
  readonly error: unknown
}

/** Catches load failures only; other errors belong to the screen. */
class PartBoundary extends Component<BoundaryProps, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    if (isPartMissing(error) && !store.get(unreachedAtom))
      reportError(error, error instanceof Error ? String(error.cause) : '')
  }

  /** Retry also when the page returns to the front. */
  override componentDidMount() {
    if (this.state.error !== null && !this.props.renew(false)) this.setState({ error: null })
  }

  #retry = () => {
    this.props.renew(true)
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.draw()
    if (!isPartMissing(error)) throw error
    return <Missing onRetry={this.#retry} />
  }
}

/** Reload keeps drafts; typed text becomes one on blur. */
async function reload(): Promise<void> {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
  await new Promise(resolve => setTimeout(resolve))
  location.reload()
}

function Missing({ onRetry }: { onRetry: () => void }) {
  const text = useText()
  const [isNew, setNew] = useState(false)
  const isOffline = useAtomValue(unreachedAtom)
  useEffect(() => onRecovery(onRetry), [onRetry])
  useEffect(() => {
    let isHere = true
    void isUpdated().then(is => isHere && setNew(is))
    return () => {
      isHere = false
    }
  }, [])
  return (
    <div className={styles.missing} role="alert" data-part-missing>
      <p className={styles.title}>{text(isOffline ? 'parts.offline' : isNew ? 'parts.updated' : 'parts.missing')}</p>
      <p className={styles.hint}>{text('parts.hint')}</p>
      <p className={styles.buttons}>
        {isOffline ? null : (
          <button type="button" className={isNew ? controls.primary : controls.button} onClick={() => void reload()}>
            {text('parts.reload')}
          </button>
        )}
        <button type="button" className={isNew ? controls.button : controls.primary} onClick={onRetry}>
          {text('shell.retry')}
        </button>
      </p>
    </div>
  )
}
