/** Files of `deploy/high-availability` with addresses of the loopback network. */
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../freePorts.ts'

const folder = fileURLToPath(new URL('../../../deploy/high-availability/', import.meta.url))
const numbers = [2379, 2380, 5180, 5432, 8008, 5000, 443, 80] as const
type Port = (typeof numbers)[number]

export interface Recipe {
  readonly ports: Readonly<Record<Port, number>>
  readonly addressOf: (machine: number) => string
  /** A file as all machines have it. */
  read(name: string): Promise<string>
  /** A file as one machine reads it, its data below `folder`. */
  readAt(name: string, machine: number, folder: string): Promise<string>
  /** What a unit sets for its program. */
  environmentAt(unit: string, machine: number, folder: string): Promise<Readonly<Record<string, string>>>
}

export async function makeRecipe(): Promise<Recipe> {
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const free = await freePorts(numbers.length)
  const ports = Object.fromEntries(numbers.map((number, at) => [number, free[at]])) as Recipe['ports']
  const addressOf = (machine: number) => `${network}.${machine}`
  const read: Recipe['read'] = async name =>
    (await readFile(folder + name, 'utf8'))
      .replace(/\b(?:lotline|10\.0\.0\.1)([123])\b/g, (_, machine) => addressOf(machine))
      .replace(/(?<=[:\s])(2379|2380|5180|5432|8008|5000|443|80)\b/g, number => String(ports[Number(number) as Port]))
  const readAt: Recipe['readAt'] = async (name, machine, place) =>
    (await read(name))
      .replaceAll('%H', addressOf(machine))
      .replaceAll('0.0.0.0', addressOf(machine))
      .replace(/(?<=data_dir: |ETCD_DATA_DIR=)\S+(?=\/lotline$)/gm, place)
      .replace(/\/var\/(lib|run)\/postgresql\b/g, place)
      // A watchdog and this account are not everywhere.
      .replace('mode: required', "mode: 'off'")
      .replace(/\bpeer$/m, 'trust')
  return {
    ports,
    addressOf,
    read,
    readAt,
    async environmentAt(unit, machine, place) {
      const lines = (await readAt(unit, machine, place)).matchAll(/^Environment=(\w+)=(.*)$/gm)
      return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
    },
  }
}
