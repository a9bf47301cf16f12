import { api } from '#contract/api'
import { changeMonthlyReport } from '../../use-cases/reports/monthly/change-monthly-report'
import { getMonthlyReport } from '../../use-cases/reports/monthly/get-monthly-report'
import { read, write, type Route } from '../http/route'

export const monthlyReportRoutes: readonly Route[] = [
  read(api.getMonthlyReport, getMonthlyReport),
  write(api.changeMonthlyReport, changeMonthlyReport),
]
