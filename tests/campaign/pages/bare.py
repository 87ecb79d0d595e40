"""A bare endpoint: `python -m tests.campaign.pages.bare FOLDER` prints its address and inserts a row for each post."""

import sys
from pathlib import Path

import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stead.campaign.store.database import Database
from stead.web.serving import Server

TABLE = sa.Table("rows", sa.MetaData(), sa.Column("id", sa.Integer, primary_key=True), sa.Column("text", sa.Text))


def main(folder: str) -> None:
    database = Database(f"sqlite:///{Path(folder) / 'bare.sqlite'}")
    with database.write() as connection:
        TABLE.metadata.create_all(connection)

    def insert(text: str) -> None:
        with database.write() as connection:
            connection.execute(sa.insert(TABLE).values(text=text))

    async def post(request: Request) -> Response:
        form = await request.form()
        await run_in_threadpool(insert, str(form["text"]))
        return RedirectResponse("/", 303)

    server = Server(Starlette(routes=[Route("/", post, methods=["POST"])]), "127.0.0.1", 0)
    sys.stdout.write(f"{server.address}\n")
    sys.stdout.flush()
    server.run()


if __name__ == "__main__":
    main(sys.argv[1])
