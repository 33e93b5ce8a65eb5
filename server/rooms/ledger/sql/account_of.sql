-- Returns the account of a kind and owner, which is created on first use.
create or replace function account_of(p_kind text, p_owner text, p_lazy boolean default true) returns uuid language plpgsql as $$
declare found_id uuid;
begin
  select id into found_id from account where kind = p_kind and owner = p_owner and currency = 'NGN';
  if found_id is null then
    insert into account (kind, owner, lazy) values (p_kind, p_owner, p_lazy)
      on conflict (kind, owner, currency) do nothing returning id into found_id;
    if found_id is null then
      select id into found_id from account where kind = p_kind and owner = p_owner and currency = 'NGN';
    end if;
  end if;
  return found_id;
end $$;
