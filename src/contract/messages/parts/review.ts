import type { Text } from '../text.ts'

/** The two traces and their result. */
export const reviewTexts = {
  reviewasc: ['顺向追踪', '順向追蹤', 'Forward trace'],
  reviewdesc: ['逆向溯源', '逆向溯源', 'Backward trace'],
} as const satisfies Record<string, Text>
