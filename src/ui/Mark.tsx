import styles from './Mark.module.css'

export function Mark({ size }: { size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <rect width="32" height="32" rx="8" className={styles.ground} />
      <path d="M9 8v16h7" className={styles.letter} strokeLinejoin="round" />
      <path d="M16 12h7M16 18h7" className={styles.lines} />
    </svg>
  )
}
