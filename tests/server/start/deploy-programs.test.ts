import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROMTOOL, SYSTEMD_ANALYZE } from '../../support/operators-programs'
import { testPortal } from '../../support/portal'

/* What operators are given, judged by the programs that it is for. A machine without one of them leaves its tests out; CI has both. */

const deploy = (name: string) => join(import.meta.dirname, '../../../src/deploy', name)

const TEXT = { encoding: 'utf8' } as const

/** The most that the exposure of the unit may be, where 10 is worst. */
const MAX_EXPOSURE = 3

describe.runIf(SYSTEMD_ANALYZE)('systemd', () => {
  it('finds little that a broken-in portal could do', () => {
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
  it('takes the alert rules', () => {
    const { status, stdout, stderr } = spawnSync(
      PROMTOOL ?? '',
      ['check', 'rules', deploy('prometheus-alerts.yml')],
      TEXT,
    )
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/SUCCESS: \d+ rules found/)
  })

  it('takes the metrics, and complains of no name of ours', async () => {
    const portal = await testPortal({ environment: { METRICS_PORT: '0' } })
    const metrics = await (await fetch(portal.metrics_url ?? '')).text()
    await portal.stop()
    expect(metrics).toContain('equipoise_requests_total')
    const { stdout, stderr } = spawnSync(PROMTOOL ?? '', ['check', 'metrics'], { ...TEXT, input: metrics })
    // prom-client names three gauges of Node.js as counters are named.
    const complaints = `${stdout}${stderr}`.split('\n').filter((line) => !/^(nodejs_active_\w+_total |$)/.test(line))
    expect(complaints).toEqual([])
  })
})
