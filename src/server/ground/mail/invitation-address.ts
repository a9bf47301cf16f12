/** The address at which a person associates an account; `secret` is that of the invitation. */
export const invitationAddress = (publicUrl: string, secret: string): string =>
  `${publicUrl}/idp-association?token=${secret}`
