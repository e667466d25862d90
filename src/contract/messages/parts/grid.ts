import type { Text } from '../text.ts'

export const gridTexts = {} as const satisfies Record<string, Text>
