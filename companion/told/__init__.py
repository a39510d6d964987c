"""What the page and other programs are told, as models: they describe the answers of the routes and of the socket."""
