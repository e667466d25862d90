/** Colours that somebody chose are meant for paper, also by night. */
import { area, openEditor, write } from './richTextActions.ts'
import { expect, test } from './server.ts'

test.use({ colorScheme: 'dark' })

test('by night a text with chosen colours lies on white paper with dark words, and one without stays dark', async ({
  page,
  plantUrl,
}) => {
  await openEditor(page, plantUrl)
  // How light the ground and the words are, from 0 to 255.
  const look = () =>
    area(page).evaluate(element => {
      const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const lightness = (colour: string) => {
        if (!pen) return -1
        pen.clearRect(0, 0, 1, 1)
        pen.fillStyle = colour
        pen.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
        return Math.round((red + green + blue) / 3)
      }
      const { backgroundColor, color } = getComputedStyle(element)
      return { ground: lightness(backgroundColor), words: lightness(color) }
    })
  await write(page, '<p>停用</p>')
  expect((await look()).words).toBeGreaterThan(200)
  await write(page, '<p><span style="background-color:#ffff00">停用</span> 批次</p>')
  const { ground, words } = await look()
  expect(ground).toBe(255)
  expect(words).toBeLessThan(80)
})
