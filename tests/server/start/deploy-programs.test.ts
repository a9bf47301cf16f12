import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { PROMTOOL, SYSTEMD_ANALYZE } from '../../support/operators-programs'
import { testPortal } from '../../support/portal'

/*
 * The files for operators are checked by the programs that read them. A machine without a program skips its tests; CI
 * has all of them.
 */

const deploy = (name: string) => join(import.meta.dirname, '../../../src/deploy', name)

const TEXT = { encoding: 'utf8' } as const

/** The words of the alert of unexpected errors, from its file. */
const EXPECTED_WORDS = v
  .parse(
    v.object({
      groups: v.tuple([
        v.object({ rules: v.array(v.object({ alert: v.string(), annotations: v.record(v.string(), v.string()) })) }),
      ]),
    }),
    parse(readFileSync(deploy('prometheus-alerts.yml'), 'utf8')),
  )
  .groups[0].rules.find(({ alert }) => alert === 'EquipoiseServerErrors')?.annotations

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

  it.each([
    ['after it was 0', '0 0 0 1 1 1 1', [{ exp_labels: { severity: 'page' }, exp_annotations: EXPECTED_WORDS }]],
    ['of a series that appears with it, which is no increase: so each is 0 from the start', '_ _ _ 1 1 1 1', []],
  ])('finds the first unexpected error %s', (_, values, exp_alerts) => {
    const folder = mkdtempSync(join(tmpdir(), 'rules-'))
    const file = join(folder, 'first-error.yml')
    const series = 'equipoise_requests_total{job="equipoise",operation="randomiseParticipant",refusal="internal_error"}'
    const tests = [
      {
        interval: '1m',
        input_series: [{ series, values }],
        alert_rule_test: [{ eval_time: '5m', alertname: 'EquipoiseServerErrors', exp_alerts }],
      },
    ]
    writeFileSync(
      file,
      JSON.stringify({ rule_files: [deploy('prometheus-alerts.yml')], evaluation_interval: '1m', tests }),
    )
    const { status, stdout, stderr } = spawnSync(PROMTOOL ?? '', ['test', 'rules', file], TEXT)
    rmSync(folder, { recursive: true })
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')])
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
