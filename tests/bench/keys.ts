/** Key strokes of a clerk's errands, counted by the browser test that holds their limits. */
import { spawnSync } from 'node:child_process'
import { printColumns } from './report.ts'

const counted = /^keys: (.+) \| (\d+) \| (\d+) \| (\d+)$/gm

export async function benchKeys(): Promise<void> {
  const command = ['playwright', 'test', 'tests/browser/keyCounts.spec.ts', '--retries', '0', '--reporter', 'line']
  const { stdout, status } = spawnSync('npx', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const rows = [...stdout.matchAll(counted)].map(([, errand = '', ...figures]) => [errand, ...figures])
  printColumns('key strokes', [['', 'keys', 'information', 'limit'], ...rows], [1, 2, 3])
  if (status !== 0) throw new Error(`an errand takes more keys than it may:\n${stdout}`)
}
