/** Node that is too old: refused in words, before anything runs on it. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const check = fileURLToPath(new URL('../../server/checkNode.cjs', import.meta.url))
const lock = new URL('../../package-lock.json', import.meta.url)

/** Outcome of the check on another version of Node. */
function checkOn(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const { status, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${pretend}`, check])
  return { status, said: String(stderr) }
}

type Version = readonly number[]
const versionOf = (text: string): Version => text.split('.').map(Number)
const isAtLeast = (version: Version, [major = 0, minor = 0, patch = 0]: Version) => {
  const [ours = 0, second = 0, third = 0] = version
  return ours !== major ? ours > major : second !== minor ? second > minor : third >= patch
}

/** Ranges as dependencies write them: `>=22.19.0`, `^22.12.0`, `22 || >=24`, `*`. */
function accepts(range: string, version: Version): boolean {
  return range.split('||').some(alternative => {
    if (alternative.trim() === '*') return true
    const [, sign = '', text = ''] = /^\s*(>=|\^|)\s*v?([\d.]+)/.exec(alternative) ?? []
    const lowest = versionOf(text)
    return isAtLeast(version, lowest) && (sign === '>=' || version[0] === lowest[0])
  })
}

test('Node 20 and a Node of before 22.19 are refused in two lines, later ones are not', () => {
  for (const version of ['20.20.2', '22.18.0']) {
    const { status, said } = checkOn(version)
    expect([status, said.trim().split('\n').length], version).toEqual([1, 2])
    expect(said).toContain(`Lotline needs Node 22.19 or later and runs on ${version}.`)
  }
  for (const version of ['22.19.0', '24.0.0', '26.10.0'])
    expect(checkOn(version), version).toEqual({ status: 0, said: '' })
})

test('the lowest Node is one that every package a plant installs takes', () => {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { readonly engines?: { readonly node?: string }; readonly dev?: true; readonly optional?: true }>
    >
  }
  const ranges = Object.entries(packages).flatMap(([name, { engines, dev, optional }]) =>
    engines?.node && !dev && !optional ? [{ name, range: engines.node }] : [],
  )
  expect(ranges.length).toBeGreaterThan(50)
  const [, lowest = ''] = /needs Node (\S+) or/.exec(checkOn('20.0.0').said) ?? []
  expect(ranges.filter(({ range }) => !accepts(range, versionOf(lowest)))).toEqual([])
})
