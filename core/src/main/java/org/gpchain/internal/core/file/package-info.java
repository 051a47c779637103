/**
 * The container of model files and word resources: a JSON manifest and arrays. Also the codecs of
 * posteriors, which modules outside core provide for posteriors of their own.
 */
package org.gpchain.internal.core.file;
