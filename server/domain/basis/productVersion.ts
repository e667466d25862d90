/** Version of the product, from its one source. */
import manifest from '../../../package.json' with { type: 'json' }

export const productVersion: string = manifest.version
