/** EPCIS documents as sent: unpacked, checked against GS1's schema. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { WrittenEvent } from '../../../server/domain/trace/epcis/eventsOf.ts'
import { unzipped } from '../unzipped.ts'

const path = process.env.EPCIS_SCHEMA ?? fileURLToPath(new URL('EPCIS-JSON-Schema.json', import.meta.url))

export interface EpcisDocument {
  readonly text: string
  readonly creationDate: string
  readonly events: readonly WrittenEvent[]
}

/** Mistakes of the document by the schema, at most a few. */
export function schemaValidator(): (text: string) => readonly unknown[] {
  const ajv = new Ajv({ strict: false })
  formats.default(ajv)
  const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')))
  return text => (validate(JSON.parse(text)) ? [] : (validate.errors ?? []).slice(0, 5))
}

export function documentIn(zip: Uint8Array): EpcisDocument {
  const [[name, bytes] = ['', Buffer.from('')]] = [...unzipped(Buffer.from(zip))]
  if (!name.endsWith('.jsonld')) throw new Error(`not a JSON-LD document: ${name}`)
  const text = bytes.toString()
  const { creationDate, epcisBody } = JSON.parse(text)
  return { text, creationDate, events: epcisBody.eventList }
}

/** Lots that events name. */
export const classesIn = (events: readonly WrittenEvent[]): string[] => {
  const named = events.flatMap(event =>
    event.type === 'ObjectEvent'
      ? (event.quantityList ?? [])
      : event.type === 'TransformationEvent'
        ? [...(event.inputQuantityList ?? []), ...(event.outputQuantityList ?? [])]
        : (event.childQuantityList ?? []),
  )
  return [...new Set(named.map(({ epcClass }) => epcClass))].sort()
}
