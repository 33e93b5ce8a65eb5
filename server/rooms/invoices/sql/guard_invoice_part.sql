-- Trigger: lets an invoice part be paid or cancelled once, be refunded once after payment, and record its reminders. An
-- open part about a payable of another room may also become due on another day. Refuses all other changes. Releases
-- wallet money held for a part that is no longer open.
create or replace function guard_invoice_part() returns trigger language plpgsql as $$
declare
  changing text[] := array['state', 'paid_at', 'payable_id', 'reminded_at', 'overdue_told_at'];
begin
  if old.kind <> 'invoice' and old.state = 'open' then changing := changing || 'due_on'::text; end if;
  if tg_op = 'UPDATE' and to_jsonb(old) - changing = to_jsonb(new) - changing
    and (old.payable_id is null or new.payable_id = old.payable_id)
    and (old.paid_at is null or new.paid_at = old.paid_at)
    and (old.state = new.state or (old.state, new.state) in (('open', 'paid'), ('open', 'void'), ('paid', 'refunded')))
  then
    if new.state <> 'open' then perform free_wallet_holds(array[new.id]); end if;
    return new;
  end if;
  raise exception 'a part of an invoice does not go from % to %', old.state, new.state using errcode = 'insufficient_privilege';
end $$;
