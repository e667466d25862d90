import { describe, expect, it } from 'vitest'
import { amended, emptyHistory, type History, recorded, redone, undone } from '../../src/data/drafts/history.ts'

interface Step {
  readonly name: string
  readonly size: number
}

const step = (name: string, size = 10): Step => ({ name, size })
const names = ({ past }: History<Step>) => past.map(({ name }) => name)

describe('undo and redo', () => {
  const history: History<Step> = recorded(recorded(emptyHistory, step('a')), step('b'))

  it('takes the last step back, and does it again', () => {
    const back = undone(history)
    expect(back?.step.name).toBe('b')
    expect(back && names(back.history)).toEqual(['a'])
    const again = back && redone(back.history)
    expect(again?.step.name).toBe('b')
    expect(again?.history).toEqual(history)
  })

  it('has nothing to redo after a new entry, and nothing to undo at the start', () => {
    const back = undone(history)
    expect(back && redone(recorded(back.history, step('c')))).toBeNull()
    expect(undone(emptyHistory)).toBeNull()
    expect(redone(history)).toBeNull()
  })

  it('takes what belongs to a step into it', () => {
    expect(names(amended(history, 1, step('b and more')))).toEqual(['a', 'b and more'])
    expect(names(amended(history, 0, step('a and more')))).toEqual(['a and more', 'b'])
  })

  it('keeps the last two hundred steps', () => {
    let long: History<Step> = emptyHistory
    for (let at = 0; at < 250; at++) long = recorded(long, step(`${at}`))
    expect(long.past).toHaveLength(200)
    expect([names(long)[0], names(long).at(-1)]).toEqual(['50', '249'])
  })

  it('keeps five megabytes, and the last step however large it is', () => {
    let long: History<Step> = emptyHistory
    for (let at = 0; at < 8; at++) long = recorded(long, step(`${at}`, 1_000_000))
    expect(names(long)).toEqual(['3', '4', '5', '6', '7'])
    expect(names(recorded(long, step('huge', 9_000_000)))).toEqual(['huge'])
  })

  it('knows that there was more before, also after all the rest was taken back', () => {
    const short = recorded(recorded(emptyHistory, step('a')), step('b', 4_999_995))
    expect([names(short), short.forgot]).toEqual([['b'], true])
    expect(undone(short)?.history).toMatchObject({ past: [], forgot: true })
    expect(recorded(emptyHistory, step('a')).forgot).toBeUndefined()
  })
})
