/**
 * Well-known package names, and real packages that happen to be one letter away from one of them. A table to look
 * at, not a ranking: a name belongs here when people type it often enough for a look-alike to pay.
 */

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** npm. */
export const POPULAR_NODE: readonly string[] = list(`
  react react-dom react-router react-router-dom react-native react-redux react-query react-hook-form react-scripts
  react-icons react-select react-spring react-table react-test-renderer redux redux-thunk redux-saga reselect recoil
  zustand jotai mobx mobx-react immer immutable vue vue-router vuex pinia nuxt next next-auth svelte solid-js preact
  angular @angular/core rxjs zone.js jquery jquery-ui backbone ember-cli lit alpinejs htmx.org
  express express-session express-validator fastify koa koa-router hapi nestjs restify connect body-parser
  cookie-parser cookie-session compression cors helmet morgan multer serve-static passport passport-local passport-jwt
  jsonwebtoken bcrypt bcryptjs argon2 csurf socket.io socket.io-client engine.io websocket http-proxy
  http-proxy-middleware http-server serve
  lodash lodash-es lodash.merge lodash.debounce underscore ramda async bluebird moment moment-timezone dayjs date-fns
  luxon uuid nanoid shortid classnames clsx validator ajv superstruct joi yup zod io-ts fp-ts effect
  axios axios-retry node-fetch cross-fetch isomorphic-fetch undici request request-promise superagent needle ky got
  form-data follow-redirects cheerio jsdom puppeteer puppeteer-core playwright playwright-core selenium-webdriver
  webdriverio cypress
  chalk colors kleur picocolors ansi-styles supports-color strip-ansi string-width wrap-ansi commander yargs
  yargs-parser minimist meow inquirer prompts enquirer ora boxen figlet listr listr2 execa cross-spawn cross-env
  shelljs rimraf mkdirp fs-extra graceful-fs glob globby fast-glob micromatch minimatch chokidar nodemon
  concurrently npm-run-all husky lint-staged commitizen semantic-release standard-version release-it lerna turbo
  dotenv dotenv-expand config convict debug winston pino pino-pretty bunyan log4js loglevel signale
  typescript ts-node tsx tsup tslib ts-jest ts-loader esbuild esbuild-register webpack webpack-cli webpack-dev-server
  webpack-merge rollup parcel vite vitest snowpack swc babel babel-core babel-loader babel-jest babel-eslint
  browserify gulp grunt terser uglify-js css-loader style-loader sass-loader file-loader url-loader html-webpack-plugin
  mini-css-extract-plugin postcss postcss-cli postcss-loader autoprefixer cssnano sass node-sass less stylus
  tailwindcss bootstrap bulma styled-components emotion framer-motion animate.css normalize.css material-ui antd
  chart.js recharts echarts three leaflet mapbox-gl highcharts swiper slick-carousel sweetalert sweetalert2 toastr
  eslint eslint-config-prettier eslint-config-airbnb eslint-plugin-react eslint-plugin-react-hooks eslint-plugin-import
  eslint-plugin-prettier eslint-plugin-vue prettier tslint stylelint jshint standard
  jest jest-cli jest-environment-jsdom mocha chai sinon nyc karma jasmine tape supertest nock msw enzyme istanbul
  mongoose mongodb mysql mysql2 sequelize knex typeorm prisma sqlite3 better-sqlite3 redis ioredis pg-promise
  cassandra-driver elasticsearch neo4j-driver kafkajs amqplib bullmq bull agenda node-cron node-schedule
  graphql graphql-tag graphql-tools apollo-server apollo-client apollo-server-express type-graphql
  nodemailer aws-sdk firebase firebase-admin firebase-tools stripe twilio openai langchain discord.js telegraf
  electron electron-builder serverless sharp jimp canvas pdfkit exceljs csv-parser papaparse marked markdown-it
  handlebars mustache nunjucks highlight.js prismjs xml2js fast-xml-parser js-yaml yaml json5 toml semver
  iconv-lite readable-stream through2 safe-buffer inherits bignumber.js big.js decimal.js mathjs
  event-stream cookie qs path-to-regexp mime mime-types ms bytes open which tar archiver adm-zip jszip crypto-js
  node-gyp node-pre-gyp node-addon-api bindings reflect-metadata regenerator-runtime core-js whatwg-fetch
  storybook gatsby docusaurus hexo ghost strapi
`);

/** PyPI, in its normal form: lower case, with dashes. */
export const POPULAR_PYTHON: readonly string[] = list(`
  requests urllib3 certifi idna charset-normalizer httpx aiohttp httplib2 websockets websocket-client
  numpy pandas scipy matplotlib seaborn plotly scikit-learn scikit-image statsmodels sympy networkx xgboost lightgbm
  catboost tensorflow torch torchvision torchaudio keras transformers datasets tokenizers accelerate diffusers
  sentence-transformers huggingface-hub openai anthropic langchain langchain-core llama-index tiktoken spacy nltk gensim
  opencv-python opencv-python-headless pillow imageio
  django djangorestframework django-cors-headers django-filter flask flask-cors flask-login flask-sqlalchemy
  fastapi starlette uvicorn gunicorn tornado sanic bottle pyramid werkzeug jinja2 markupsafe itsdangerous click typer
  rich colorama termcolor tqdm tabulate prompt-toolkit
  sqlalchemy alembic psycopg2 psycopg2-binary psycopg asyncpg pymysql mysqlclient mysql-connector-python pymongo
  redis celery kombu peewee elasticsearch cassandra-driver kafka-python pika
  boto3 botocore awscli s3transfer s3fs google-cloud-storage google-api-python-client azure-storage-blob
  azure-identity paramiko fabric ansible docker kubernetes
  pytest pytest-cov pytest-mock pytest-asyncio pytest-xdist coverage hypothesis nose tox nox mock responses freezegun
  factory-boy faker
  black flake8 pylint mypy isort ruff bandit autopep8 pycodestyle pyflakes pre-commit
  setuptools wheel virtualenv pipenv poetry twine build hatchling
  pydantic pydantic-settings attrs marshmallow dataclasses-json jsonschema simplejson orjson ujson
  pyyaml ruamel-yaml toml tomli tomlkit python-dotenv configparser
  beautifulsoup4 lxml html5lib scrapy selenium playwright mechanize feedparser
  cryptography pycryptodome pyopenssl pyjwt passlib bcrypt python-jose oauthlib requests-oauthlib
  python-dateutil pytz tzdata arrow pendulum six typing-extensions packaging importlib-metadata
  jupyter jupyterlab notebook ipython ipykernel nbconvert streamlit gradio dash bokeh
  openpyxl xlrd xlsxwriter python-docx python-pptx pypdf pypdf2 reportlab
  psutil watchdog schedule apscheduler loguru structlog sentry-sdk python-telegram-bot discord-py tweepy
  jellyfish distributed dask pyspark pyarrow polars protobuf grpcio
`);

/** Real npm packages whose names are near to one above, so that nobody is asked about them. */
export const REAL_NODE: ReadonlySet<string> = new Set(list(`
  safer-buffer through gaxios color stylis colord crypt csv-parse dargs cookies motion xml-js mquery rambda aws-cdk
  jsdoc json3 args npm-run-all2 mssql emoticon uglify-es csrf prompt graphiql jsonp tslint-config-prettier vasync
  remotion ansistyles mimer react-selecto grant sqlite json mkdirp2 servie semiver vhost jsonc ttypescript koa-route
  vargs http2-proxy crypto-es jslint tslint-plugin-prettier telegram dtslint ps-node inherit scrypt args-parser jets
  is-node storyblok jsona tslint-config-airbnb pargs signalr signals prettierx rsync jssip csv-loader reds reqwest
  byte xbytes mkdir cramda preact-router bcrypto openapi kea-router scss-loader crypto-ts json8 mime-type server
  tslab exec prism angular2 toast preact-redux nest
`));

/** The same of PyPI. */
export const REAL_PYTHON: ReadonlySet<string> = new Set(list(`
  authlib cattrs psycopg-binary pycryptodomex pymssql ijson boto scapy pyaml hjson httpr spython schedula usort gsutil
  dataset willow dydantic elasticsearch5 elasticsearch6 elasticsearch7 elasticsearch8 elasticsearch9 unicorn pyshark
  pytest-csv config-parser simpy bpython grequests fastai torchx tombi hyper scrypt websocket pbspark ngboost vbuild
  django-filer vyper fabric2 fabric3 scipp retworkx ctransformers aresponses djongo pylink scheduler openapi pypdf3
  pypdf4 mocker crick ipytest
`));
