-- Whoever took the terms of an entry away would hide it from every search, while its chain still holds.
create trigger audit_search_is_append_only before update or delete on audit_search
  for each row execute function refuse_change();
create trigger audit_search_is_never_emptied before truncate on audit_search
  for each statement execute function refuse_change();
