import { pinyin } from 'pinyin-pro'
import { beforeAll, expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import { matchScore } from '../../src/commands/search/score.ts'
import { scriptVariants } from '../../src/commands/search/scriptVariants.ts'
import { normalize, searchable, wordOf } from '../../src/commands/search/searchText.ts'
import { initialOf, sounds } from '../../src/commands/search/sounds.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { serverPinyin } from './fullMenu.ts'

beforeAll(loadOtherLanguages)

const soundOf = sounds(serverPinyin)
const said = (text: string) => soundOf(text).join(' ')
const fits = (text: string, word: string) => matchScore(searchable(text, soundOf), wordOf(normalize(word)))

test('characters of several readings are read as the word has it, in both scripts', () => {
  const words = {
    ...{ 重庆: 'chong qing', 重慶: 'chong qing', 行业: 'hang ye', 行業: 'hang ye', 会计: 'kuai ji', 會計: 'kuai ji' },
    ...{ 长期: 'chang qi', 長期: 'chang qi', 调料: 'tiao liao', 調料: 'tiao liao', 调拨: 'diao bo', 調撥: 'diao bo' },
    ...{
      重启: 'chong qi',
      重量: 'zhong liang',
      重要: 'zhong yao',
      车间: 'che jian',
      車間: 'che jian',
      银行: 'yin hang',
    },
  }
  expect(Object.fromEntries(Object.keys(words).map(word => [word, said(word)]))).toEqual(words)
})

test('a word of several readings is read so inside a longer text, too', () => {
  expect(said('重庆调料行业报告')).toMatch(/^chong qing tiao liao hang ye /)
  expect(said('重置密码')).toBe('chong zhi mi ma')
  expect(said('新增調料')).toBe('xin zeng tiao liao')
  expect(said('导出工作簿')).toBe('dao chu gong zuo bu')
  expect(said('匯出活頁簿')).toBe('hui chu huo ye bu')
})

test('what the server says of one text helps to read the others', () => {
  expect(sounds({ 库存余额: 'kù cún yú é' })('余库')).toEqual(['yu', 'ku'])
})

test('of a character that nobody said the first letter is known all the same', () => {
  expect(sounds({})('鑫鼎')).toEqual(['x', 'd'])
  const characters = [
    ...new Set(
      Object.values(shipped['zh-CN'])
        .join('')
        .match(/\p{Script=Han}/gu) ?? [],
    ),
  ]
  const right = characters.filter(one =>
    pinyin(one, { toneType: 'none', multiple: true })
      .split(' ')
      .some(said => said.startsWith(initialOf(one))),
  )
  expect(right.length / characters.length).toBeGreaterThan(0.95)
  expect(initialOf('a')).toBe('')
})

test('a keyword in one script is found in the other', () => {
  const variantsOf = scriptVariants(soundOf)
  expect(variantsOf('收货')).toEqual(['收货', '收貨'])
  expect(variantsOf('批號')).toEqual(['批號', '批号'])
  expect(variantsOf('IQC')).toEqual(['IQC'])
})

test('a word fits better the more plainly it stands there', () => {
  expect(
    [
      '原料入库',
      '原料',
      '入库',
      'ylrk',
      'ylr',
      'yuanliaoruku',
      'yuanliao',
      'ruku',
      'rk',
      '原料rk',
      '料ru',
      '原入库',
    ].map(word => fits('原料入库', word)),
  ).toEqual([
    ...['exact', 'prefix', 'contiguous', 'initialsExact', 'initials', 'pinyinExact', 'pinyinPrefix', 'pinyinInside'],
    ...['initialsInside', 'mixedPrefix', 'mixedInside', 'oneGap'],
  ])
  expect(
    ['new', 'brand', 'nb', 'newbrand', 'ran', 'brnd', 'bnd', 'brad d'].map(word => fits('New Brand', word)),
  ).toEqual([...['prefix', 'contiguous', 'initialsExact', 'pinyinExact', 'insideWord', 'oneGap', 'oneGap', null]])
})

test('letters begin where a syllable begins', () => {
  expect(fits('生产', 'chan')).toBe('pinyinInside')
  expect(fits('生产', 'han')).toBeNull()
  expect(fits('生产', 'engchan')).toBeNull()
})

test('a number with a gap is another number', () => {
  expect(fits('L2026004711', 'l2026')).toBe('prefix')
  expect(fits('L2026004711', 'l202611')).toBeNull()
})

test('signs of a Chinese input method are those of the keyboard', () => {
  expect(normalize(' 》〉、／＠？。＃＝ＡＢ１２ ')).toBe('>>//@?.#=ab12')
  expect(normalize('〉｡､')).toBe('>./')
})
