import type { ChartPicture } from './chart-svg'

/** Twice as sharp as the page, for slides and paper. */
const SCALE = 2

/** A picture of a chart as a PNG file. */
export const chartPng = async ({ svg, width, height }: ChartPicture): Promise<Blob> => {
  const image = new Image(width * SCALE, height * SCALE)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (file) => (file === null ? reject(new Error('The picture is too large')) : resolve(file)),
      'image/png',
    )
  })
}
