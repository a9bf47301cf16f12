import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROMTOOL, SYSTEMD_ANALYZE } from '../../support/operators-programs'
import { testPortal } from '../../support/portal'

/*
 * The files for operators are checked by the programs that read them. A machine without a program skips its tests; CI
 * has all of them.
 */

const deploy = (name: string) => join(import.meta.dirname, '../../../src/deploy', name)

const TEXT = { encoding: 'utf8' } as const

/** The limit for the exposure of the unit, where 10 is worst. */
const MAX_EXPOSURE = 3

describe.runIf(SYSTEMD_ANALYZE)('systemd', () => {
  it('finds little that an intruder in the portal could do', () => {
    const said = execFileSync(SYSTEMD_ANALYZE ?? '', [
      'security',
      '--offline=yes',
      '--no-pager',
      `--threshold=${MAX_EXPOSURE * 10}`,
      deploy('equipoise.service'),
    ]).toString()
    const [, exposure] = /Overall exposure level for equipoise\.service: ([\d.]+)/.exec(said) ?? []
    expect(Number(exposure)).toBeLessThan(MAX_EXPOSURE)
  })
})

describe.runIf(PROMTOOL)('Prometheus', () => {
  it('accepts the alert rules', () => {
    const { status, stdout, stderr } = spawnSync(
      PROMTOOL ?? '',
      ['check', 'rules', deploy('prometheus-alerts.yml')],
      TEXT,
    )
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/SUCCESS: \d+ rules found/)
  })

  it('accepts the metrics, and complains about none of our names', async () => {
    const portal = await testPortal({ environment: { METRICS_PORT: '0' } })
    const metrics = await (await fetch(portal.metrics_url ?? '')).text()
    await portal.stop()
    expect(metrics).toContain('equipoise_requests_total')
    const { stdout, stderr } = spawnSync(PROMTOOL ?? '', ['check', 'metrics'], { ...TEXT, input: metrics })
    // prom-client gives three gauges of Node.js the name of a counter.
    const complaints = `${stdout}${stderr}`.split('\n').filter((line) => !/^(nodejs_active_\w+_total |$)/.test(line))
    expect(complaints).toEqual([])
  })
})
