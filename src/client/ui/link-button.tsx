import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type AnchorAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps | keyof AnchorProps> & {
  ref?: Ref<HTMLAnchorElement>
}

/** A link to a page of the app that looks like a button. */
export const LinkButton = createLink((props: ButtonProps & AnchorAttributes) => <Button component="a" {...props} />)

/** A link to a page of the app within text. */
export const TextLink = createLink((props: AnchorProps & AnchorAttributes) => <Anchor {...props} />)
