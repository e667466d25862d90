/** Archives as they are written, and as they are looked at before a sheet is read. */
import { promisify } from 'node:util'
import { unzip } from 'fflate'
import { expect, test } from 'vitest'
import { refuseBomb, type ZipEntry, zipOf } from '../../../server/domain/importExport/zip.ts'
import { unzipped } from '../../support/unzipped.ts'

const mebibyte = 1024 * 1024
const limits = { entries: 3, bytes: 8 * mebibyte }
const blanks = (mebibytes: number): ZipEntry => ({
  name: 'xl/worksheets/sheet1.xml',
  content: Array.from({ length: mebibytes }, () => ' '.repeat(mebibyte)),
})
const small = (name: string): ZipEntry => ({ name, content: ['<a/>'] })

/** Places of the first header and of the end of the directory. */
const directory = (bytes: Buffer) => bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
const end = (bytes: Buffer) => bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))

test('an archive holds its files as they were given, and is the same every time', async () => {
  async function* late() {
    yield '批号,'
    yield 'L1\r\n'
  }
  const made = () => zipOf([{ name: '02 批号.csv', content: late() }, small('01.csv'), { name: '03.csv', content: [] }])
  const bytes = await made()
  expect([...unzipped(bytes)].map(([name, content]) => [name, content.toString()])).toEqual([
    ['01.csv', '<a/>'],
    ['02 批号.csv', '批号,L1\r\n'],
    ['03.csv', ''],
  ])
  expect((await made()).equals(bytes)).toBe(true)
})

test('what fails while the rows are read is what the archive fails with', async () => {
  const fault = new Error('connection lost')
  async function* broken() {
    yield 'a'
    throw fault
  }
  await expect(zipOf([small('a'), { name: 'b', content: broken() }, small('c')])).rejects.toBe(fault)
})

test('files are read one after the other, in their order', async () => {
  const read: string[] = []
  const recorded = (name: string): ZipEntry => ({
    name,
    content: (function* () {
      for (const piece of ['begin', 'end']) {
        read.push(`${name} ${piece}`)
        yield piece
      }
    })(),
  })
  await zipOf([recorded('b'), recorded('a')])
  expect(read).toEqual(['b begin', 'b end', 'a begin', 'a end'])
})

test('an archive within the limits passes', async () => {
  const allowed = await zipOf([small('a'), small('b'), blanks(7)])
  expect(() => refuseBomb(allowed, limits)).not.toThrow()
})

test('too many bytes or files are refused, and what is no archive', async () => {
  expect(() => refuseBomb(Buffer.alloc(100), limits)).toThrow('invalid zip data')
  const large = await zipOf([blanks(9)])
  expect(() => refuseBomb(large, limits)).toThrow('too much')
  const many = await zipOf(['a', 'b', 'c', 'd'].map(small))
  expect(() => refuseBomb(many, limits)).toThrow('too much')
})

test('files are counted that only one of the two counts of the directory knows', async () => {
  const bomb = await zipOf([small('a'), blanks(9)])
  bomb.writeUInt16LE(1, end(bomb) + 10)
  expect(() => refuseBomb(bomb, limits)).toThrow('too much')
})

test('a stored file counts by the bytes it takes, whatever it claims to hold', async () => {
  const stored = await zipOf([small('a')])
  stored.writeUInt16LE(0, directory(stored) + 10)
  stored.writeUInt32LE(9 * mebibyte, directory(stored) + 20)
  expect(() => refuseBomb(stored, limits)).toThrow('too much')
})

test.each([0, 10, 600_000])('a file that claims %i bytes is unpacked into no more', async claimed => {
  const lying = await zipOf([blanks(9)])
  lying.writeUInt32LE(claimed, directory(lying) + 24)
  // The very call by which read-excel-file unpacks.
  const files = await promisify(unzip)(lying)
  expect(files['xl/worksheets/sheet1.xml']?.buffer.byteLength).toBeLessThanOrEqual(Math.max(claimed, 1))
})
