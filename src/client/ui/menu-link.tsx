import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type MenuLinkProps = MenuItemProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps> & { ref?: Ref<HTMLAnchorElement> }

/** An item of a menu that leads to a page of the app. */
export const MenuLink = createLink((props: MenuLinkProps) => <Menu.Item component="a" {...props} />)
