import { AmountField, DayField, LongTextField, TextField } from '../form-fields'
import type { SectionProps } from '../section-props'
import classes from '../trial-form.module.css'

/** Who runs the trial and pays for the service. */
export function OrganisationSection({ form }: SectionProps) {
  return (
    <>
      <TextField form={form} field="org_name" required maxLength={255} />
      <TextField form={form} field="org_contact_name" description="Shown to everyone in the trial, for questions." />
      <TextField form={form} field="org_chief_investigator" />
      <LongTextField form={form} field="org_billing_address" />
      <TextField form={form} field="org_website" />
      <div className={classes['fields']}>
        <AmountField form={form} field="org_quote_amount" />
        <DayField form={form} field="org_quote_date" />
        <AmountField form={form} field="org_paid_amount" />
        <DayField form={form} field="org_paid_date" />
        <DayField form={form} field="org_contract_date" />
      </div>
      <LongTextField form={form} field="org_comments" />
    </>
  )
}
