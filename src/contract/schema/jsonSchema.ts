/** JSON Schema of openapi.json. */
export type JsonSchema = Readonly<Record<string, unknown>>
