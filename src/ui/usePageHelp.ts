import { useText } from './useText.ts'

/** Paragraph about a page; pages of the installation have none. */
export function usePageHelp(page: string): string | undefined {
  const key = `help.page.${page}`
  const paragraph = useText()(key)
  return paragraph === key ? undefined : paragraph
}
