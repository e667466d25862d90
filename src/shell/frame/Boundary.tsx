import { Component, type ReactNode } from 'react'
import { reportError } from '../../data/errors.ts'
import { text } from '../../data/language.ts'
import controls from '../../ui/controls.module.css'
import styles from './Boundary.module.css'

/** Error boundary: logs screen errors and keeps the console alive. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown, info: { componentStack?: string | null }) {
    reportError(error, info.componentStack ?? '')
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <div className={styles.failed} role="alert">
        <h2 className={styles.title}>{text('shell.defect')}</h2>
        <p className={styles.message}>{error instanceof Error ? error.message : String(error)}</p>
        <p className={styles.hint}>{text('shell.defectHint')}</p>
        <button type="button" className={controls.button} onClick={() => this.setState({ error: null })}>
          {text('shell.retry')}
        </button>
      </div>
    )
  }
}
