-- Marks valid tickets as used.
create or replace function use_tickets(p_ids bytea[]) returns void language sql as $$
  update ticket set status = 'used' where id = any (p_ids) and status = 'valid'
$$;
