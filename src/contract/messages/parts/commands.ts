import type { Text } from '../text.ts'

export const commandTexts = {} as const satisfies Record<string, Text>
