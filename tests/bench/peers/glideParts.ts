/** What of Glide Data Grid is used: this is what is weighed. */
import '@glideapps/glide-data-grid/dist/index.css'

export { CompactSelection, DataEditor } from '@glideapps/glide-data-grid'
