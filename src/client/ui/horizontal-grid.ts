/**
 * The grid of a chart with horizontal lines alone. The library measures the label of every value along the foot for
 * vertical lines, drawn or not: hundreds of layouts of the page for a trial of two years.
 */
export const horizontalGrid = { gridAxis: 'x', gridProps: { verticalCoordinatesGenerator: () => [] } } as const
