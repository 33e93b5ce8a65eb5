-- Stores the URL of an operator's own logo.
create or replace function set_logo(operator_id uuid, address text) returns void language sql as $$
  update operator o set logo = $2 where o.id = $1;
$$;
