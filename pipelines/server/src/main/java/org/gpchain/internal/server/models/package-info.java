/** Training of models from annotations, the folder of learned models, and the training queue. */
package org.gpchain.internal.server.models;
